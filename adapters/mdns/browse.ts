// Asks the local networks by multicast DNS which services announce themselves (RFC 6762, RFC 6763).
import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import mdns, { type MulticastDNS, type Options } from 'multicast-dns';
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

/** A network that is asked. A socket sends by one interface, so each has its own. It receives what is sent to the group. */
interface AskedNetwork {
  /** How messages name it. */
  readonly name: string;
  readonly options: Options;
}

const overIPv4 = (address: string): AskedNetwork => ({
  name: address,
  options: { interface: address, bind: '0.0.0.0' },
});

const overIPv6 = (name: string): AskedNetwork => ({
  name: `${name} (IPv6)`,
  options: {
    type: 'udp6',
    ip: 'ff02::fb',
    interface: `::%${name}`,
    bind: '::',
    // Not for IPv4 too: each of its interfaces has a socket of its own.
    socket: createSocket({ type: 'udp6', reuseAddr: true, ipv6Only: true }),
  },
});

/** Returns the networks of the machine's interfaces; the loopback network if it has no other. */
const networksOfMachine = (): readonly AskedNetwork[] => {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.map(({ family, internal, address }) => ({ name, family, internal, address })),
  );
  const others = all.filter(({ internal }) => !internal);
  const asked = others.length === 0 ? all : others;
  const ipv4 = new Set(asked.filter(({ family }) => family === 'IPv4').map(({ address }) => address));
  const ipv6 = new Set(asked.filter(({ family }) => family === 'IPv6').map(({ name }) => name));
  return [...[...ipv4].map(overIPv4), ...[...ipv6].map(overIPv6)];
};

/** Opens a socket whose answers are recorded. Failures of the socket become problems. */
export const openOn = (
  { name, options }: AskedNetwork,
  records: Pick<ServiceRecords, 'add'>,
  problems: Set<string>,
): MulticastDNS => {
  const socket = mdns(options);
  socket.on('response', ({ answers, additionals }) => {
    for (const record of [...(answers ?? []), ...(additionals ?? [])]) records.add(record);
  });
  // A malformed datagram is a warning, too. Only the failures of the socket itself are problems.
  socket.on('error', ({ message }: Error) => problems.add(`multicast DNS on ${name} fails: ${message}`));
  return socket;
};

/** Sends questions, as many datagrams as they need. */
export const ask = (socket: Pick<MulticastDNS, 'query'>, questions: readonly Question[]): void => {
  for (let at = 0; at < questions.length; at += maxQuestions) socket.query(questions.slice(at, at + maxQuestions));
};

/** Returns the services of these types that announce themselves within 3 s (DISCOVER-7), or until the signal. */
export const browse = async (types: readonly string[], signal?: AbortSignal): Promise<Browsed> => {
  const records = new ServiceRecords(types, localAddresses());
  const problems = new Set<string>();
  const sockets = networksOfMachine().map((network) => openOn(network, records, problems));
  try {
    for (const pauseMs of pausesMs) {
      if (signal?.aborted === true) break;
      const questions = [...types.map(typeQuestion), ...records.missing];
      for (const socket of sockets) ask(socket, questions);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const full = records.isFull ? ['more services announce themselves than are kept: some are left out'] : [];
  const foreign = records.isForeign ? ['announced addresses that are not in a local network are left out'] : [];
  const linkLocal = records.areLinkLocal
    ? ['equipment that announces only link-local IPv6 addresses is left out: give it another address']
    : [];
  return { services: records.services, problems: [...problems, ...full, ...foreign, ...linkLocal] };
};
