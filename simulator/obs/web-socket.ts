// A WebSocket server (RFC 6455) for text messages, as simulated equipment needs it.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { TcpListener } from '../tcp-listener.js';
import { closeFrame, frameOf, opcodes, readFrame, type Frame } from './frames.js';
import { createServer } from '../node-http.js';

/** The GUID that section 1.3 adds to the key of a client. */
const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A client's connection. */
export interface Peer {
  readonly send: (text: string) => void;
  /** Ends the connection with a status code. */
  readonly close: (code: number, reason: string) => void;
}

/** Serves a client. Returns what receives its messages, in their order. */
export type Serve = (peer: Peer) => { readonly receive: (text: string) => void; readonly closed: () => void };

const acceptedHead = ({ headers }: IncomingMessage): string => {
  const key = headers['sec-websocket-key'] ?? '';
  const [protocol] = (headers['sec-websocket-protocol'] ?? '').split(',');
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${createHash('sha1')
      .update(key + guid)
      .digest('base64')}`,
    ...(protocol === '' ? [] : [`Sec-WebSocket-Protocol: ${protocol ?? ''}`]),
    '\r\n',
  ].join('\r\n');
};

const peerOf = (socket: Duplex): Peer => ({
  send: (text) => {
    if (!socket.destroyed) socket.write(frameOf(opcodes.text, Buffer.from(text)));
  },
  close: (code, reason) => {
    if (!socket.destroyed) socket.end(closeFrame(code, reason));
  },
});

/** Joins the frames of a client to messages, and answers its control frames. */
class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);
  /** The frames of a message that isn't complete. A character may begin in one frame and end in the next. */
  #frames: Buffer[] = [];

  constructor(
    private readonly socket: Duplex,
    private readonly receive: (text: string) => void,
  ) {}

  read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (let found = readFrame(this.#bytes); found !== undefined; found = readFrame(this.#bytes)) {
      this.#bytes = found.rest;
      this.#handle(found.frame);
    }
  }

  #handle({ opcode, payload, isLast }: Frame): void {
    if (opcode === opcodes.ping) this.socket.write(frameOf(opcodes.pong, payload));
    else if (opcode === opcodes.close) this.socket.end(frameOf(opcodes.close, payload));
    else if (opcode === opcodes.text || opcode === opcodes.continuation) {
      this.#frames.push(payload);
      if (!isLast) return;
      const message = Buffer.concat(this.#frames).toString('utf8');
      this.#frames = [];
      this.receive(message);
    }
  }
}

/** A server that can stop listening and listen again. */
export class WebSocketServer {
  readonly listener = new TcpListener(() =>
    createServer((_request, response) => {
      response.statusCode = 426;
      response.end();
    }).on('upgrade', (request, socket) => {
      this.#accept(request, socket);
    }),
  );

  constructor(private readonly serve: Serve) {}

  #accept(request: IncomingMessage, socket: Duplex): void {
    socket.write(acceptedHead(request));
    const { receive, closed } = this.serve(peerOf(socket));
    const reader = new FrameReader(socket, receive);
    socket.once('close', closed);
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk);
      } catch {
        socket.destroy();
      }
    });
  }
}
