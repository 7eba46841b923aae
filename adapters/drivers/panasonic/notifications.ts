// Receives the notifications of a Panasonic camera. The camera connects to the service for them.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { NotificationReader } from './notification-reader.js';

/** How many connections of a camera are kept. The oldest one makes room for another. */
const maxConnections = 4;

const withoutPrefix = (address: string | undefined): string | undefined => address?.replace(/^::ffff:/, '');

/** Listens for the notifications of one camera. */
export class Notifications {
  readonly #server: Server;
  #sockets: readonly Socket[] = [];
  #senders: ReadonlySet<string> = new Set();
  #isClosed = false;

  /** `port` is 0 for any. `onCommand` receives what the camera notifies. */
  constructor(
    private readonly host: string,
    private readonly port: number,
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

  #accept(socket: Socket): void {
    if (!this.#senders.has(withoutPrefix(socket.remoteAddress) ?? '')) {
      socket.destroy();
      return;
    }
    this.#keep(socket);
    const reader = new NotificationReader(this.onCommand);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#sockets = this.#sockets.filter((one) => one !== socket);
    });
    socket.on('data', (chunk) => {
      try {
        reader.read(chunk);
      } catch {
        socket.destroy();
      }
    });
  }

  #keep(socket: Socket): void {
    const [oldest] = this.#sockets;
    if (this.#sockets.length >= maxConnections) oldest?.destroy();
    this.#sockets = [...this.#sockets, socket];
  }
}
