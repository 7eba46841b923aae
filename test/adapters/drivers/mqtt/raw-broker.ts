// A listener for the MQTT driver that sends exactly the bytes that a test gives it.
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../../support/loopback.js';

/** What the driver sends: packets with their first byte, and what follows their length. */
export interface ReceivedPacket {
  readonly first: number;
  readonly body: Buffer;
  readonly hex: string;
}

/** Splits complete packets of less than 128 bytes, which is all that the tests make the driver send. */
const packetsIn = (bytes: Buffer): readonly ReceivedPacket[] => {
  const packets: ReceivedPacket[] = [];
  for (let at = 0; at + 1 < bytes.length;) {
    const end = at + 2 + (bytes[at + 1] ?? 0);
    packets.push({
      first: bytes[at] ?? 0,
      body: bytes.subarray(at + 2, end),
      hex: bytes.subarray(at, end).toString('hex'),
    });
    at = end;
  }
  return packets;
};

/** A listener. */
export interface RawBroker {
  readonly port: number;
  readonly received: readonly ReceivedPacket[];
  readonly send: (bytes: string | Uint8Array) => void;
  /** Destroys every connection. */
  readonly cut: () => void;
  readonly close: () => void;
}

/** Starts a listener. `answer` returns the bytes, in hexadecimal digits, that answer a packet. */
export const rawBroker = async (
  answer: (packet: ReceivedPacket) => string | Uint8Array | undefined,
): Promise<RawBroker> => {
  const sockets = new Set<Socket>();
  const received: ReceivedPacket[] = [];
  const write = (socket: Socket, bytes: string | Uint8Array): void => {
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      for (const packet of packetsIn(chunk)) {
        received.push(packet);
        const bytes = answer(packet);
        if (bytes !== undefined) write(socket, bytes);
      }
    });
  });
  const port = await listenOnLoopback(server);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    received,
    send: (bytes) => {
      for (const socket of sockets) write(socket, bytes);
    },
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
};
