// Asks the local networks by multicast DNS which services announce themselves (RFC 6762, RFC 6763).
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import mdns, { type MulticastDNS } from 'multicast-dns';
import { localAddresses } from './local-addresses.js';
import { ServiceRecords, typeQuestion, type AnnouncedService, type Question } from './service-records.js';

/** The services, and what went wrong meanwhile. */
export interface Browsed {
  readonly services: readonly AnnouncedService[];
  readonly problems: readonly string[];
}

/** The pause after each of the questions, in milliseconds. Datagrams may be lost. */
const pausesMs = [500, 500, 1_000, 1_000];

/** The most questions of one datagram. */
const maxQuestions = 20;

/** Returns the IPv4 addresses of the machine's interfaces; the loopback address if it has no other. */
const interfaceAddresses = (): readonly string[] => {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  const own = all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
  return own.length === 0 ? ['127.0.0.1'] : own;
};

/** A socket sends by one interface, so each has its own. It receives what is sent to the group, not to the interface. */
const openOn = (address: string, records: ServiceRecords, problems: Set<string>): MulticastDNS => {
  const socket = mdns({ interface: address, bind: '0.0.0.0' });
  socket.on('response', ({ answers, additionals }) => {
    for (const record of [...(answers ?? []), ...(additionals ?? [])]) records.add(record);
  });
  // A malformed datagram is a warning, too. Only the failures of the socket itself are problems.
  socket.on('error', ({ message }: Error) => problems.add(`multicast DNS on ${address} fails: ${message}`));
  return socket;
};

const ask = (socket: MulticastDNS, questions: readonly Question[]): void => {
  for (let at = 0; at < questions.length; at += maxQuestions) socket.query(questions.slice(at, at + maxQuestions));
};

/** Returns the services of these types that announce themselves within 3 s (DISCOVER-7). */
export const browse = async (types: readonly string[]): Promise<Browsed> => {
  const records = new ServiceRecords(types, localAddresses());
  const problems = new Set<string>();
  const sockets = interfaceAddresses().map((address) => openOn(address, records, problems));
  try {
    for (const pauseMs of pausesMs) {
      const questions = [...types.map(typeQuestion), ...records.missing];
      for (const socket of sockets) ask(socket, questions);
      await pause(pauseMs);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const full = records.isFull ? ['more services announce themselves than are kept: some are left out'] : [];
  const foreign = records.isForeign ? ['announced addresses that are not in a local network are left out'] : [];
  return { services: records.services, problems: [...problems, ...full, ...foreign] };
};
