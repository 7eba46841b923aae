// Connections in memory to a server that doesn't listen: what the server wrote, and an other end that reads only if it wants to.
import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createHttpServer, type Handler, type HttpServer } from '../../../adapters/http/server/server.js';
import { memoryLog } from '../../application/console/readable-log.js';

/** A connection whose other end reads everything, or nothing. */
export class MemoryConnection extends Duplex {
  /** What the server has sent and the other end has read, and the bytes that it has sent. */
  written = '';
  bytesRead = 0;

  constructor(
    readonly remoteAddress = '192.0.2.1',
    private readonly isRead = true,
  ) {
    super();
  }

  override _read(): void {
    // What the other end sends is pushed.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.toString('latin1');
    if (this.isRead) done();
  }

  /** Sends bytes to the server. */
  send(text: string): void {
    this.bytesRead += text.length;
    this.push(Buffer.from(text, 'latin1'));
  }

  /** The same, as the server sees it. */
  asSocket(): Socket {
    return this as unknown as Socket;
  }
}

/** Lets the server handle what has arrived. */
export const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 8; turns += 1) await turn();
};

/** Creates a server that answers every request with a handler. */
export const serverOf = (handler: Handler, options: Partial<Parameters<typeof createHttpServer>[0]> = {}): HttpServer =>
  createHttpServer({ routes: new Map(), fallback: handler, log: memoryLog(), ...options });

/** Connects to a server, and sends what is given. */
export const connectTo = async (
  { node }: HttpServer,
  text: string,
  connection = new MemoryConnection(),
): Promise<MemoryConnection> => {
  node.emit('connection', connection);
  connection.send(text);
  await settle();
  return connection;
};
