// The connections that a mixer makes over TCP.
import type { Socket } from 'node:net';
import type { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import type { Wire } from '../../../application/ports/wire.js';
import { PacedSocket } from '../shared/paced-socket.js';

/** How many connections of a mixer are kept. The oldest one makes room for another. */
const maxStreams = 4;

/** How long a connection is silent before it is probed, in milliseconds. */
const keepAliveMs = 5_000;

/** Reacts to the connections. */
export interface StreamEvents {
  /** Returns a reader for a connection, which returns why what it has read is wrong. */
  readonly opened: (spoke: () => void) => { readonly read: (chunk: Buffer) => string | undefined };
  /** Something else than tallies has arrived. The connection is closed. */
  readonly rejected: (bytes: Buffer, reason: string) => void;
  /** A connection has sent its first tallies. What others have sent before may be of an earlier time. */
  readonly spoke: () => void;
  /** The last connection that has sent tallies is closed. */
  readonly lost: (reason: string) => void;
}

export class MixerStreams {
  #sockets: readonly PacedSocket[] = [];
  /** Those that have sent tallies. Others may watch the port, or check whether it is open. */
  readonly #speaking = new Set<PacedSocket>();

  constructor(
    private readonly budget: ReceiveBudget,
    private readonly wire: Wire | undefined,
    private readonly events: StreamEvents,
  ) {}

  /** A mixer that floods the service is not accepted before its budget is refilled. */
  accept(accepted: Socket): void {
    if (!this.budget.takeMessage()) {
      accepted.on('error', () => undefined).destroy();
      return;
    }
    const socket = new PacedSocket(accepted.setKeepAlive(true, keepAliveMs), this.budget, this.wire);
    const reader = this.events.opened(() => {
      if (this.#speaking.has(socket)) return;
      this.#speaking.add(socket);
      this.events.spoke();
    });
    let reason = 'the mixer closed the connection';
    socket.on('error', ({ message }) => (reason = message));
    socket.once('close', () => {
      this.#drop(socket, reason);
    });
    socket.on('data', (chunk: Buffer) => {
      const wrong = reader.read(chunk);
      if (wrong === undefined) return;
      this.events.rejected(chunk, wrong);
      socket.destroy(new Error(wrong));
    });
    if (this.#sockets.length >= maxStreams) this.#sockets[0]?.destroy();
    this.#sockets = [...this.#sockets, socket];
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #drop(socket: PacedSocket, reason: string): void {
    this.#sockets = this.#sockets.filter((one) => one !== socket);
    if (this.#speaking.delete(socket) && this.#speaking.size === 0) this.events.lost(reason);
  }
}
