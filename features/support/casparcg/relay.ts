// A relay to a CasparCG server that records every command, and that can inject faults without changing the server.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Engine } from './engine.js';
import { listenOnLoopback } from '../../../test/support/loopback.js';

/**
 * - `cut`: connections are closed.
 * - `frozen`: commands are held back until the fault is cleared.
 * - `refused`: commands that change a layer are sent to a channel that doesn't exist.
 */
export type RelayFault = 'none' | 'cut' | 'frozen' | 'refused';

/** A command that was relayed, with its ISO-8601 time. */
export interface RecordedCommand {
  readonly time: string;
  readonly line: string;
}

const acting = /^(REQ \S+ (?:PLAY|LOADBG|STOP|PAUSE|RESUME|CALL) )\d+(-.*)$/;

const misdirected = (line: string): string => line.replace(acting, '$1999$2');

/** Forwards the server's OSC to a port of the client, which would otherwise come from another address. */
class OscRelay {
  readonly #socket = createSocket('udp4');

  constructor(clientPort: number, relay: Pick<CasparcgRelay, 'fault'>) {
    this.#socket
      .on('error', () => undefined)
      .on('message', (datagram) => {
        if (relay.fault !== 'frozen') this.#socket.send(datagram, clientPort, '127.0.0.1');
      });
  }

  /** Opens a port, and returns it. */
  async open(): Promise<number> {
    this.#socket.bind(0);
    await once(this.#socket, 'listening');
    return this.#socket.address().port;
  }

  close(): void {
    this.#socket.close();
  }
}

const subscription = /^(REQ \S+ OSC SUBSCRIBE )(\d+)$/;

/** The connection of one client. */
class Connection {
  #rest = '';
  #held: string[] = [];
  readonly #osc: OscRelay[] = [];

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly relay: Pick<CasparcgRelay, 'fault' | 'record'>,
  ) {
    client.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\r\n');
      this.#rest = lines.pop() ?? '';
      this.#held.push(...lines);
      for (const line of lines) relay.record(line);
      this.flow();
    });
    server.pipe(client);
    for (const [one, other] of [[client, server] as const, [server, client] as const])
      one.on('error', () => undefined).once('close', () => other.destroy());
    client.once('close', () => {
      for (const osc of this.#osc) osc.close();
    });
  }

  /** Forwards the held commands, unless frozen. */
  flow(): void {
    if (this.relay.fault === 'frozen') return;
    for (const line of this.#held.splice(0)) {
      const [, subscribe, port] = subscription.exec(line) ?? [];
      if (subscribe !== undefined) void this.#subscribe(subscribe, Number(port));
      else this.server.write(`${this.relay.fault === 'refused' ? misdirected(line) : line}\r\n`);
    }
  }

  /** Subscribes with a port of the relay. */
  async #subscribe(subscribe: string, clientPort: number): Promise<void> {
    const osc = new OscRelay(clientPort, this.relay);
    this.#osc.push(osc);
    this.server.write(`${subscribe}${String(await osc.open())}\r\n`);
  }

  end(): void {
    this.client.destroy();
    this.server.destroy();
  }
}

/** A relay on loopback. */
export class CasparcgRelay {
  #fault: RelayFault = 'none';
  readonly #recorded: RecordedCommand[] = [];
  readonly #connections = new Set<Connection>();
  readonly #server: Server;

  constructor({ host, port }: Pick<Engine, 'host' | 'port'>) {
    this.#server = createServer({ noDelay: true }, (client) => {
      if (this.#fault === 'cut') {
        client.destroy();
        return;
      }
      const connection = new Connection(client, connect({ host, port, noDelay: true }), this);
      this.#connections.add(connection);
      client.once('close', () => void this.#connections.delete(connection));
    });
  }

  listen(): Promise<number> {
    return listenOnLoopback(this.#server);
  }

  /** Every command so far that plays or stops. */
  get recorded(): readonly RecordedCommand[] {
    return this.#recorded;
  }

  record(line: string): void {
    if (acting.test(line)) this.#recorded.push({ time: new Date().toISOString(), line });
  }

  get fault(): RelayFault {
    return this.#fault;
  }

  setFault(fault: RelayFault): void {
    this.#fault = fault;
    for (const connection of this.#connections)
      if (fault === 'cut') connection.end();
      else connection.flow();
  }

  close(): void {
    this.setFault('cut');
    this.#server.close();
  }
}
