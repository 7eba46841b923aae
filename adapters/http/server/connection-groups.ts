// The open connections of a server, grouped by the address they come from.
import type { Socket } from 'node:net';

/** The connections of one address. */
export interface ConnectionGroup {
  readonly key: string;
  /** Whether this is the host itself. */
  readonly isHost: boolean;
  /** The connections, the oldest first unless `postpone` moved them. */
  readonly connections: ReadonlySet<Socket>;
}

/** The open connections by address. Every function takes constant time. */
export interface ConnectionGroups {
  /** The number of open connections. */
  readonly size: () => number;
  /** Returns the group of a key. A group without connections is not stored. */
  readonly get: (key: string, isHost: boolean) => ConnectionGroup;
  readonly add: (group: ConnectionGroup, connection: Socket) => void;
  /** Removes a connection; does nothing if it was removed before. */
  readonly remove: (connection: Socket) => void;
  /** Moves a connection behind the others of its group, and the group behind those of about its size. */
  readonly postpone: (connection: Socket) => void;
  /** Iterates over the groups with the most connections first; sizes within a power of two count as equal. */
  readonly largestFirst: () => Iterable<ConnectionGroup>;
}

interface StoredGroup extends ConnectionGroup {
  readonly connections: Set<Socket>;
}

/** The power of two below a size: 0 for 1, 1 for 2 and 3, and so on. */
const rankOf = (size: number): number => 31 - Math.clz32(size);

const largestRank = 31;

/** Creates an empty tracker. */
export const connectionGroups = (): ConnectionGroups => {
  const groups = new Map<string, StoredGroup>();
  const groupOf = new Map<Socket, StoredGroup>();
  const ranks = Array.from({ length: largestRank + 1 }, () => new Set<StoredGroup>());

  /** Changes the connections of a group, and moves it to the rank of its new size. */
  const change = (group: StoredGroup, apply: (connections: Set<Socket>) => void): void => {
    const before = rankOf(group.connections.size);
    apply(group.connections);
    const after = rankOf(group.connections.size);
    if (before === after) return;
    ranks[before]?.delete(group);
    ranks[after]?.add(group);
  };

  const remove = (connection: Socket): void => {
    const group = groupOf.get(connection);
    if (group === undefined) return;
    groupOf.delete(connection);
    change(group, (connections) => connections.delete(connection));
    if (group.connections.size === 0) groups.delete(group.key);
  };

  const moveToEnd = <A>(items: Set<A>, item: A): void => {
    if (items.delete(item)) items.add(item);
  };

  return {
    size: () => groupOf.size,
    get: (key, isHost) => groups.get(key) ?? { key, isHost, connections: new Set() },
    add: ({ key, isHost }, connection) => {
      const group = groups.get(key) ?? { key, isHost, connections: new Set() };
      groups.set(key, group);
      groupOf.set(connection, group);
      change(group, (connections) => connections.add(connection));
    },
    remove,
    postpone: (connection) => {
      const group = groupOf.get(connection);
      if (group === undefined) return;
      moveToEnd(group.connections, connection);
      const rank = ranks[rankOf(group.connections.size)];
      if (rank !== undefined) moveToEnd(rank, group);
    },
    *largestFirst() {
      for (let rank = largestRank; rank >= 0; rank -= 1) yield* ranks[rank] ?? [];
    },
  };
};
