// A device of each protocol over a stream that admits the driver and then sends as much as it can, or reads nothing.
import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { keepAliveRequest } from '../../../adapters/drivers/emberplus/s101.js';
import { listenOnLoopback } from '../../support/loopback.js';
import type { CommandedProtocol } from './every-protocol.js';

/** What a device sends first, and then for as long as it is read. */
export interface Flood {
  /** Returns what answers the first bytes of the client; undefined if it waits for none. */
  readonly hello?: (received: string) => Buffer | undefined;
  readonly repeated: Buffer;
  /** Why the connection ends before it is a flood: what is sent is not the protocol's. */
  readonly refusal?: RegExp;
  /** The settings of the connection, if they differ from those of its protocol's row. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');

/** Returns a text as a frame of WebSocket, of less than 126 bytes. */
export const frame = (text: string): Buffer => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]);

/** Admits a client of MQTT 5. Its first packet is CONNECT. */
const admitted = (received: string): Buffer | undefined =>
  received.startsWith('\u0010') ? hex('2003000000') : undefined;

/** Accepts a WebSocket (RFC 6455, section 4.2.2), as OBS does. */
const upgraded = (received: string): Buffer | undefined => {
  const [, key] = /^sec-websocket-key: (\S+)/im.exec(received) ?? [];
  if (key === undefined) return undefined;
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n`;
  return Buffer.from(`${head}Sec-WebSocket-Protocol: obswebsocket.json\r\n\r\n`);
};

/** The floods, by their names. */
export const floods: Readonly<Record<string, Flood & { readonly protocol: CommandedProtocol }>> = {
  'lines of text': { protocol: 'tcp', repeated: Buffer.from('x\n') },
  'text without an end': { protocol: 'tcp', repeated: Buffer.from('x'), refusal: /^a message is too long$/ },
  'MQTT messages of QoS 0': { protocol: 'mqtt', hello: admitted, repeated: hex('30050001780079') },
  'MQTT messages of QoS 1': { protocol: 'mqtt', hello: admitted, repeated: hex('320700017800010079') },
  'MQTT messages of QoS 2': {
    protocol: 'mqtt',
    hello: admitted,
    repeated: hex('340700017800010079'),
    refusal: /QoS 2/,
  },
  'messages of a VISCA camera': {
    protocol: 'visca',
    settings: { transport: 'tcp' },
    repeated: hex('9041ff'),
  },
  'replies of CasparCG': { protocol: 'casparcg', repeated: Buffer.from('202 PLAY OK\r\n') },
  'events of vMix': { protocol: 'vmix', repeated: Buffer.from('ACTS OK Input 1 1\r\n') },
  'notifications of a HyperDeck': { protocol: 'hyperdeck', repeated: Buffer.from('508 transport info:\r\n\r\n') },
  'reports of a Videohub': { protocol: 'videohub', repeated: Buffer.from('VIDEO OUTPUT ROUTING:\n0 1\n\n') },
  'keep-alives of Ember+': { protocol: 'emberplus', repeated: keepAliveRequest },
  'nonsense to a Modbus client': {
    protocol: 'modbus',
    repeated: Buffer.alloc(12),
    refusal: /^the device sends what is no answer$/,
  },
  'frames of WebSocket': {
    protocol: 'obs',
    hello: upgraded,
    repeated: frame('{"op":5,"d":{"eventType":"x","eventData":{}}}'),
  },
};

/** Equipment that floods. */
export interface FloodingDevice {
  readonly port: number;
  /** How many connections there were. */
  readonly connections: () => number;
  readonly close: () => void;
}

/** Sends as much as the other side reads. */
const send = (socket: Socket, block: Buffer): void => {
  const fill = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', fill);
  fill();
};

/** Opens equipment that floods all its clients. Equipment whose client begins waits for that. */
export const floodingDevice = async ({ hello, repeated }: Flood): Promise<FloodingDevice> => {
  const sockets = new Set<Socket>();
  const block = Buffer.concat(Array.from({ length: Math.ceil(262_144 / repeated.length) }, () => repeated));
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    if (hello === undefined) send(socket.resume(), block);
    else
      socket.once('data', (chunk: Buffer) => {
        const answer = hello(chunk.toString('latin1'));
        if (answer !== undefined) socket.write(answer);
        send(socket.resume(), block);
      });
  });
  return {
    port: await listenOnLoopback(server),
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
