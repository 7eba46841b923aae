// A simulated device with displays that speaks TSL UMD 3.1 or 5.0, written from the protocol's document. It shares no code with the driver.
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Message31Reader, readMessage31 } from './message31.js';
import { StreamReader } from './stream-reader.js';
import { readPacket, type DisplayMessage } from './read-packet.js';

/** A simulated device. It listens on one port, for UDP and for TCP. */
export interface SimulatedDisplay {
  readonly port: number;
  /** Returns what a display shows; undefined if it was sent nothing. */
  readonly shown: (screen: number, index: number) => DisplayMessage | undefined;
  /** The number of packets that have arrived. */
  readonly packets: () => number;
  /** What was wrong with packets. */
  readonly faults: readonly string[];
  /** Closes all connections. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/**
 * Makes a server listen, and returns a socket for UDP on the same port. With 0 as port, takes another one if the port is
 * free for TCP only.
 */
const listenOnBoth = async (server: Server, wanted: number, host: string): Promise<DatagramSocket> => {
  await once(server.listen(wanted, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4');
  try {
    await once(datagrams.bind(port, host), 'listening');
    return datagrams;
  } catch (error) {
    datagrams.close();
    await once(server.close(), 'close');
    if (wanted !== 0 || !isTaken(error)) throw error;
    return listenOnBoth(server, wanted, host);
  }
};

const speeches = {
  '3.1': { read: readMessage31, Reader: Message31Reader },
  '5.0': { read: readPacket, Reader: StreamReader },
} as const;

/** Opens a device on a port of an address; with 0, on one that is free for UDP and for TCP. */
export const simulatedDisplay = async (
  host: string,
  wanted = 0,
  version: keyof typeof speeches = '5.0',
): Promise<SimulatedDisplay> => {
  const { read: readAny, Reader } = speeches[version];
  const screens = new Map<string, DisplayMessage>();
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  let packets = 0;

  const receive = (packet: Buffer): void => {
    packets += 1;
    const read = readAny(packet);
    if (typeof read === 'string') faults.push(read);
    else for (const message of read.messages) screens.set(`${String(read.screen)} ${String(message.index)}`, message);
  };

  const server = createServer((socket) => {
    const reader = new Reader(receive);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => void sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      reader.push(bytes);
    });
  });
  const datagrams = await listenOnBoth(server, wanted, host);
  datagrams.on('message', receive);
  const { port } = datagrams.address();

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    shown: (screen, index) => screens.get(`${String(screen)} ${String(index)}`),
    packets: () => packets,
    faults,
    cut,
    close: async () => {
      cut();
      datagrams.close();
      server.close();
      await once(server, 'close');
    },
  };
};
