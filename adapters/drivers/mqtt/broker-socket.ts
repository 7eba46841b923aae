// The socket to a broker: TCP or TLS, given up if it takes too long, and cut if the broker sends too much.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import type { Wire } from '../../../application/ports/wire.js';
import { PacedSocket } from '../shared/paced-socket.js';
import { maxPacketLength, PacketLengths } from './packet-lengths.js';

/** Where a broker listens, and the certificates of the authorities to trust. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  /** Undefined for TCP without TLS. */
  readonly tls: { readonly ca: string | undefined } | undefined;
}

const keptAlive = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 };

const opened = ({ host, port, tls }: BrokerAddress): Socket => {
  if (tls === undefined) return connectTcp({ host, port, ...keptAlive });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...keptAlive, ...servername, ...(tls.ca !== undefined && { ca: tls.ca }) });
};

const isData = (chunk: unknown): boolean => typeof chunk === 'string' || chunk instanceof Uint8Array;

/**
 * Lets a socket refuse what isn't data. The library answers a packet without an id by one without content, which would throw
 * where nothing catches it.
 */
const refuseNothing = (socket: PacedSocket): void => {
  const write = socket.write.bind(socket);
  Object.assign(socket, {
    write: (...words: Parameters<typeof write>): boolean => {
      if (isData(words[0])) return write(...words);
      socket.destroy(new Error('the broker sent a malformed packet'));
      return false;
    },
  });
};

/** Opens a socket that is destroyed when a packet is too long. The budget counts the packets. */
export const brokerSocket = (address: BrokerAddress, budget: ReceiveBudget, wire?: Wire): PacedSocket => {
  const socket = new PacedSocket(opened(address), budget, wire);
  refuseNothing(socket);
  const lengths = new PacketLengths(() => budget.takeMessage());
  socket.on('data', (chunk: Buffer) => {
    if (!lengths.accepts(chunk))
      socket.destroy(new Error(`the broker sent a packet of more than ${String(maxPacketLength)} bytes`));
  });
  return socket;
};
