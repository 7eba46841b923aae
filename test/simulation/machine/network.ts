// A network in memory: connections whose data arrives after a delay, and that can stall or break.
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import type { Clock } from '../../../application/ports/clock.js';
import { refusedConnection } from '../../../adapters/node/memory-connection.js';

/** One end of a connection. What is written arrives at the other end in order, each after the delay of the link. */
class End extends Duplex {
  peer: End | undefined;
  /** As of a socket: by it, a server that closes recognizes connections without a request. */
  bytesRead = 0;
  #lastArrivalMs = 0;

  constructor(private readonly link: Link) {
    super({ allowHalfOpen: true });
    this.on('error', () => undefined);
  }

  override _read(): void {
    // Data is pushed when it arrives.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, accepted: () => void): void {
    this.#arrive((peer) => {
      peer.bytesRead += chunk.length;
      peer.push(chunk);
    });
    accepted();
  }

  override _final(accepted: () => void): void {
    this.#arrive((peer) => peer.push(null));
    accepted();
  }

  override _destroy(error: Error | null, destroyed: (error: Error | null) => void): void {
    this.#arrive((peer) => peer.destroy());
    destroyed(error);
  }

  #arrive(deliver: (peer: End) => void): void {
    const { clock, latencyMs } = this.link;
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, clock.now() + latencyMs());
    clock.after(this.#lastArrivalMs - clock.now(), () => {
      this.link.deliver(() => {
        if (this.peer !== undefined && !this.peer.destroyed) deliver(this.peer);
      });
    });
  }
}

export interface LinkOptions {
  readonly clock: Clock;
  /** Returns the delay of the next data, in milliseconds. */
  readonly latencyMs: () => number;
  /** Returns the server at the other end; undefined while nothing listens. */
  readonly server: () => Server | undefined;
}

/** The way from one client to one server. */
export class Link {
  readonly clock: Clock;
  readonly latencyMs: () => number;
  readonly #server: LinkOptions['server'];
  readonly #ends = new Set<End>();
  #held: (() => void)[] | undefined;
  #isCut = false;

  constructor({ clock, latencyMs, server }: LinkOptions) {
    this.clock = clock;
    this.latencyMs = latencyMs;
    this.#server = server;
  }

  /** Opens a connection, on which the server sees `address`. It fails while the link is cut or nothing listens. */
  connect(address: string): Duplex {
    const server = this.#server();
    if (server === undefined || this.#isCut) return refusedConnection();
    const [client, accepted] = [this.#open(), this.#open()];
    [client.peer, accepted.peer] = [accepted, client];
    Object.assign(accepted, { remoteAddress: address });
    server.emit('connection', accepted);
    return client;
  }

  /** Delivers at once, or when the link no longer stalls. */
  deliver(arrival: () => void): void {
    if (this.#held === undefined) arrival();
    else this.#held.push(arrival);
  }

  /** Holds what arrives until the link is mended. */
  stall(): void {
    this.#held ??= [];
  }

  /** Breaks the open connections, and refuses new ones until the link is mended. What is on its way is lost. */
  cut(): void {
    this.#isCut = true;
    this.breakConnections();
  }

  /** Breaks the open connections, as the death of a process does. What is on its way is lost. */
  breakConnections(): void {
    if (this.#held !== undefined) this.#held = [];
    for (const end of this.#ends) {
      end.peer = undefined;
      end.destroy();
    }
    this.#ends.clear();
  }

  mend(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#isCut = false;
    for (const arrival of held) arrival();
  }

  /** Returns the number of open ends. */
  get open(): number {
    return this.#ends.size;
  }

  #open(): End {
    const end = new End(this);
    this.#ends.add(end);
    end.once('close', () => this.#ends.delete(end));
    return end;
  }
}
