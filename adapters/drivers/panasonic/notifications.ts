// Receives the notifications of a Panasonic camera. The camera connects to the service for them.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import type { Wire } from '../../../application/ports/wire.js';
import { inChannel } from '../../../application/ports/wire.js';
import { PacedSocket } from '../shared/paced-socket.js';
import { NotificationReader } from './notification-reader.js';

/** How many connections of a camera are kept. The oldest one makes room for another. */
const maxConnections = 4;

const withoutPrefix = (address: string | undefined): string | undefined => address?.replace(/^::ffff:/, '');

/** Listens for the notifications of one camera. */
export class Notifications {
  readonly #server: Server;
  #sockets: readonly PacedSocket[] = [];
  #senders: ReadonlySet<string> = new Set();
  #isClosed = false;

  /** `port` is 0 for any. `onCommand` receives what the camera notifies. */
  constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly deps: { readonly budget: ReceiveBudget; readonly wire: Wire | undefined },
    private readonly onCommand: (command: string) => void,
  ) {
    this.#server = createServer((socket) => {
      this.#accept(socket);
    });
    // Each attempt to listen reports its own error.
    this.#server.on('error', () => undefined);
  }

  /** Listens, and returns the port. Only the addresses that the camera has now may notify. Rejects if the port is in use. */
  async ready(): Promise<number> {
    const addresses = await lookup(this.host, { all: true });
    this.#senders = new Set(addresses.map(({ address }) => address));
    if (!this.#server.listening && !this.#isClosed) {
      this.#server.listen(this.port);
      await once(this.#server, 'listening');
    }
    const bound = this.#server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the port for notifications is not open');
    return bound.port;
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** A camera that floods the service is not accepted before its budget is refilled. */
  #accept(accepted: Socket): void {
    const isSender = this.#senders.has(withoutPrefix(accepted.remoteAddress) ?? '');
    if (!isSender || !this.deps.budget.takeMessage()) {
      accepted.on('error', () => undefined).destroy();
      return;
    }
    const socket = new PacedSocket(accepted, this.deps.budget, inChannel(this.deps.wire, 'notifications'));
    this.#keep(socket);
    const reader = new NotificationReader((command) => {
      this.deps.budget.takeMessage();
      this.onCommand(command);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#sockets = this.#sockets.filter((one) => one !== socket);
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk);
      } catch {
        socket.destroy();
      }
    });
  }

  #keep(socket: PacedSocket): void {
    const [oldest] = this.#sockets;
    if (this.#sockets.length >= maxConnections) oldest?.destroy();
    this.#sockets = [...this.#sockets, socket];
  }
}
