// Limits the open connections of one or more listeners together, so that no address takes all of them.
import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Log } from '../../../application/ports/log.js';
import { networkKey, type Address } from '../../../domain/access/address.js';
import { connectionGroups, type ConnectionGroup, type ConnectionGroups } from './connection-groups.js';
import { knownAddresses, type KnownAddresses } from './known-addresses.js';
import { parsedAddress } from './parsed-address.js';
import { replacementBudget } from './replacement-budget.js';
import type { Sender } from './turns.js';

/** Options of the limit. */
export interface ConnectionLimitOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Whether an address is the host itself. */
  readonly isHost: (address: Address) => boolean;
  /** Whether an address is in a network of the machine, where each address counts by itself. */
  readonly isOwnNetwork: (address: Address) => boolean;
  /** Whether a call is in flight on a connection. */
  readonly isInUse: (connection: Socket) => boolean;
  /** Milliseconds of a clock that only advances. */
  readonly now: () => number;
  readonly log: Log;
}

/** The limit in effect. */
export interface ConnectionLimit {
  /** Remembers that a caller at this address has authenticated. */
  readonly addKnown: (address: string) => void;
  /** Returns who sends from an address. Preferred are those for which connections are reserved. */
  readonly senderAt: (address: string) => Sender;
  /** Counts and limits the connections of a listener too. Call it before it listens. */
  readonly watch: (listener: Server) => void;
}

/** The share of connections that only the host itself and known addresses may use. */
const reservedShare = 0.1;

/** The share up to which the connections of one known address are protected: 64 of 8,192. */
const protectedShare = 1 / 128;

/**
 * How many connections are closed in a second for new ones of an address that holds most itself. Its further ones are
 * refused: an address that reconnects without a pause would take the time of all others.
 */
const maxOwnReplacementsPerSecond = 128;

/** How many groups and connections are examined to find one to close: a new connection must cost little. */
const maxExaminedGroups = 16;
const maxExaminedConnections = 64;

/** How many connections all others may use. */
const unreserved = (max: number): number => max - Math.ceil(max * reservedShare);

/** Identifies a connection. The TLS connection over a connection has the same ends. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

/** Finds the TLS connection over a connection. Node.js accepts both, and relates neither. */
const tlsConnections = () => {
  const secured = new Map<string, Socket>();
  return {
    watch: (listener: Server): void => {
      if (!(listener instanceof SecureServer)) return;
      listener.on('secureConnection', (connection) => {
        const ends = endsOf(connection);
        secured.set(ends, connection);
        connection.once('close', () => {
          if (secured.get(ends) === connection) secured.delete(ends);
        });
      });
    },
    over: (connection: Socket): Socket =>
      secured.size === 0 ? connection : (secured.get(endsOf(connection)) ?? connection),
  };
};

/** Returns a connection of the group without a call, among the first few. */
const idleConnection = (
  group: ConnectionGroup,
  groups: ConnectionGroups,
  isInUse: (connection: Socket) => boolean,
): Socket | undefined => {
  for (let examined = 0; examined < Math.min(group.size, maxExaminedConnections); examined += 1) {
    const connection = groups.rotate(group);
    if (connection !== undefined && !isInUse(connection)) return connection;
  }
  return undefined;
};

function* take<A>(items: Iterable<A>, count: number): Iterable<A> {
  let taken = 0;
  for (const item of items) {
    if (taken === count) return;
    taken += 1;
    yield item;
  }
}

function* filter<A>(items: Iterable<A>, matches: (item: A) => boolean): Iterable<A> {
  for (const item of items) if (matches(item)) yield item;
}

/** Finds an idle connection of the largest groups that match. */
const findIdle = (
  groups: ConnectionGroups,
  matches: (group: ConnectionGroup) => boolean,
  isInUse: (connection: Socket) => boolean,
): Socket | undefined => {
  const largest = [...take(filter(groups.largestFirst(), matches), maxExaminedGroups)];
  for (const group of largest.sort((a, b) => b.size - a.size)) {
    const idle = idleConnection(group, groups, isInUse);
    if (idle !== undefined) return idle;
  }
  return undefined;
};

/** The open connections, and which of them are protected. */
interface Connections {
  readonly groups: ConnectionGroups;
  readonly isProtected: IsProtected;
}

/** Whether a group is the host itself, or a known address that has no more than its share once some are added. */
type IsProtected = (group: ConnectionGroup, added: number) => boolean;

const protection = (max: number, known: KnownAddresses): IsProtected => {
  const maxProtected = Math.ceil(max * protectedShare);
  return ({ key, isHost, size }, added) => isHost || (known.has(key) && size + added <= maxProtected);
};

/** Returns the function that ensures room for one more connection of a group, and returns whether there is. */
const roomMaker = (
  { groups, isProtected }: Connections,
  {
    max,
    isInUse,
    now,
    onNearlyFull,
  }: Pick<ConnectionLimitOptions, 'max' | 'isInUse' | 'now'> & { onNearlyFull: () => void },
): ((group: ConnectionGroup) => boolean) => {
  const mayReplaceOwn = replacementBudget(maxOwnReplacementsPerSecond, now);

  /** Returns a connection to close for a new one: of a protected group only for another protected one. */
  const replaceable = (group: ConnectionGroup, isReserved: boolean): Socket | undefined =>
    findIdle(groups, (other) => !isProtected(other, 0), isInUse) ??
    (isReserved ? findIdle(groups, (other) => group.isHost || !other.isHost, isInUse) : undefined);

  /** Whether a group has about as many connections as the largest one, and more than one. */
  const isAmongLargest = (group: ConnectionGroup): boolean => {
    const [largest] = take(groups.largestFirst(), 1);
    return group.size > 1 && largest !== undefined && 2 * group.size > largest.size;
  };

  return (group) => {
    const isReserved = isProtected(group, 1);
    if (groups.size() < (isReserved ? max : unreserved(max))) return true;
    onNearlyFull();
    if (!isReserved && isAmongLargest(group) && !mayReplaceOwn()) return false;
    const replaced = replaceable(group, isReserved);
    if (replaced === undefined) return false;
    groups.remove(replaced);
    replaced.destroy();
    return true;
  };
};

/** Returns the function that logs once that connections are closed, and again after their number has halved. */
const nearlyFullWarning = (groups: ConnectionGroups, { max, log }: ConnectionLimitOptions) => {
  let isWarned = false;
  return {
    warn: () => {
      if (!isWarned) log.warn('nearly all connections are in use: closing idle ones', { open: groups.size(), max });
      isWarned = true;
    },
    onClosed: () => {
      if (groups.size() < unreserved(max) / 2) isWarned = false;
    },
  };
};

/** Closes the connections that `admits` refuses, before the listener spends a parser or a TLS handshake on them. */
const guardConnections = (listener: Server, admits: (connection: Socket) => boolean): void => {
  const handlers = listener.listeners('connection');
  listener.removeAllListeners('connection').on('connection', (connection) => {
    if (!admits(connection)) connection.destroy();
    else for (const handle of handlers) handle.call(listener, connection);
  });
};

/** Creates a limit for all listeners that it watches together. */
export const limitConnections = (options: ConnectionLimitOptions): ConnectionLimit => {
  const { max, isHost, isOwnNetwork, now } = options;
  const groups = connectionGroups();
  const known = knownAddresses(max);
  const tls = tlsConnections();
  const warning = nearlyFullWarning(groups, options);
  const isInUse = (connection: Socket): boolean => options.isInUse(tls.over(connection));
  const isProtected = protection(max, known);
  const makeRoom = roomMaker({ groups, isProtected }, { max, isInUse, now, onNearlyFull: warning.warn });

  const groupAt = (text: string): ConnectionGroup => {
    const address = parsedAddress(text);
    const key = networkKey(address, isOwnNetwork);
    return groups.find(key) ?? groups.empty(key, isHost(address));
  };

  const admits = (connection: Socket): boolean => {
    const group = groupAt(connection.remoteAddress ?? '');
    if (!makeRoom(group)) return false;
    groups.add(group, connection);
    connection.once('close', () => {
      groups.remove(connection);
      warning.onClosed();
    });
    return true;
  };

  return {
    watch: (listener) => {
      tls.watch(listener);
      guardConnections(listener, admits);
    },
    senderAt: (address) => {
      const group = groupAt(address);
      return { key: group.key, isPreferred: isProtected(group, 0) };
    },
    addKnown: (address) => {
      known.add(networkKey(parsedAddress(address), isOwnNetwork));
    },
  };
};
