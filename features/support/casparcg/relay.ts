// A way to a CasparCG server that notes every command, and on which trouble can be made without touching the server.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Engine } from './engine.js';

/**
 * - `cut`: nobody gets through;
 * - `frozen`: what is said waits until the thaw;
 * - `refused`: what acts is addressed to a channel that the server hasn't got.
 */
export type Trouble = 'none' | 'cut' | 'frozen' | 'refused';

/** A command that went by, and when, ISO-8601. */
export interface Noted {
  readonly time: string;
  readonly line: string;
}

const acting = /^(REQ \S+ (?:PLAY|STOP) )\d+(-.*)$/;

const misdirected = (line: string): string => line.replace(acting, '$1999$2');

/** One client's way. */
class Way {
  #rest = '';
  #held: string[] = [];

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly relay: Pick<CasparcgRelay, 'trouble' | 'note'>,
  ) {
    client.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\r\n');
      this.#rest = lines.pop() ?? '';
      this.#held.push(...lines);
      for (const line of lines) relay.note(line);
      this.flow();
    });
    server.pipe(client);
    for (const [one, other] of [[client, server] as const, [server, client] as const])
      one.on('error', () => undefined).once('close', () => other.destroy());
  }

  /** Passes on what was held. */
  flow(): void {
    if (this.relay.trouble === 'frozen') return;
    for (const line of this.#held.splice(0))
      this.server.write(`${this.relay.trouble === 'refused' ? misdirected(line) : line}\r\n`);
  }

  end(): void {
    this.client.destroy();
    this.server.destroy();
  }
}

/** A relay on loopback. */
export class CasparcgRelay {
  #trouble: Trouble = 'none';
  readonly #noted: Noted[] = [];
  readonly #ways = new Set<Way>();
  readonly #server: Server;

  constructor({ host, port }: Pick<Engine, 'host' | 'port'>) {
    this.#server = createServer({ noDelay: true }, (client) => {
      if (this.#trouble === 'cut') {
        client.destroy();
        return;
      }
      const way = new Way(client, connect({ host, port, noDelay: true }), this);
      this.#ways.add(way);
      client.once('close', () => void this.#ways.delete(way));
    });
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Every command so far that acts, as it was said. */
  get noted(): readonly Noted[] {
    return this.#noted;
  }

  note(line: string): void {
    if (acting.test(line)) this.#noted.push({ time: new Date().toISOString(), line });
  }

  get trouble(): Trouble {
    return this.#trouble;
  }

  make(trouble: Trouble): void {
    this.#trouble = trouble;
    for (const way of this.#ways)
      if (trouble === 'cut') way.end();
      else way.flow();
  }

  close(): void {
    this.make('cut');
    this.#server.close();
  }
}
