// Listens for the connections of simulated equipment. Equipment that is away hangs up, and later listens at the same address.
import type { AddressInfo, Server, Socket } from 'node:net';

export class TcpListener {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #address = { port: 0, host: '' };

  constructor(private readonly createServer: () => Server) {}

  /** The open connections. */
  get sockets(): ReadonlySet<Socket> {
    return this.#sockets;
  }

  /** Returns the port, which the system chooses for port 0. Rejects if it can't listen there. */
  async listen(port: number, host: string): Promise<number> {
    const server = this.createServer().on('connection', (socket) => {
      this.#keep(socket);
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject).listen(port, host, resolve);
    });
    this.#address = { port: (server.address() as AddressInfo).port, host };
    return this.#address.port;
  }

  /** Hangs up or listens again, where that is needed. Returns whether it went on listening. */
  follow(isReachable: boolean): boolean {
    if (!isReachable) void this.hangUp();
    else if (this.#server === undefined) this.#listenAgain();
    else return true;
    return false;
  }

  /** Ends every connection. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends every connection and stops listening. */
  hangUp(): Promise<void> {
    this.disconnect();
    const server = this.#server;
    this.#server = undefined;
    return new Promise((resolve) => {
      if (server === undefined) resolve();
      else
        server.close(() => {
          resolve();
        });
    });
  }

  /** If another program has taken the port meanwhile, the next change tries again. */
  #listenAgain(): void {
    const { port, host } = this.#address;
    this.listen(port, host).catch(() => (this.#server = undefined));
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
  }
}
