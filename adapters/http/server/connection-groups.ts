// The open connections of a server, grouped by the address they come from.
import type { Socket } from 'node:net';

/** The connections of one address. */
export interface ConnectionGroup {
  readonly key: string;
  /** Whether this is the host itself. */
  readonly isHost: boolean;
  /** How many connections it has. */
  readonly size: number;
}

/** The open connections by address. Every function takes constant time. */
export interface ConnectionGroups {
  /** The number of open connections. */
  readonly size: () => number;
  /** Returns the group of a key; undefined if it has no connections. */
  readonly find: (key: string) => ConnectionGroup | undefined;
  /** Returns a group that isn't stored, for a key without connections. */
  readonly empty: (key: string, isHost: boolean) => ConnectionGroup;
  readonly add: (group: ConnectionGroup, connection: Socket) => void;
  /** Removes a connection; does nothing if it was removed before. */
  readonly remove: (connection: Socket) => void;
  /**
   * Returns the oldest connection of a group, and moves it behind the others of the group, and the group behind those of
   * about its size. The next call returns the next connection.
   */
  readonly rotate: (group: ConnectionGroup) => Socket | undefined;
  /** Iterates over the groups with the most connections first; sizes within a power of two count as equal. */
  readonly largestFirst: () => Iterable<ConnectionGroup>;
}

/** A group with its connections. */
class StoredGroup implements ConnectionGroup {
  readonly connections = new Set<Socket>();
  // One iterator for all calls: a new one would step over the place of every connection that was removed before.
  private oldest = this.connections.values();

  constructor(
    readonly key: string,
    readonly isHost: boolean,
  ) {}

  get size(): number {
    return this.connections.size;
  }

  /** Returns the oldest connection, and moves it behind the others. */
  rotate(): Socket | undefined {
    let next = this.oldest.next();
    if (next.done === true) {
      this.oldest = this.connections.values();
      next = this.oldest.next();
    }
    if (next.done === true) return undefined;
    moveToEnd(this.connections, next.value);
    return next.value;
  }
}

const moveToEnd = <A>(items: Set<A>, item: A): void => {
  if (items.delete(item)) items.add(item);
};

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
    const before = rankOf(group.size);
    apply(group.connections);
    const after = rankOf(group.size);
    if (before === after) return;
    ranks[before]?.delete(group);
    ranks[after]?.add(group);
  };

  const remove = (connection: Socket): void => {
    const group = groupOf.get(connection);
    if (group === undefined) return;
    groupOf.delete(connection);
    change(group, (connections) => connections.delete(connection));
    if (group.size === 0) groups.delete(group.key);
  };

  return {
    size: () => groupOf.size,
    find: (key) => groups.get(key),
    empty: (key, isHost) => new StoredGroup(key, isHost),
    add: ({ key, isHost }, connection) => {
      const group = groups.get(key) ?? new StoredGroup(key, isHost);
      groups.set(key, group);
      groupOf.set(connection, group);
      change(group, (connections) => connections.add(connection));
    },
    remove,
    rotate: ({ key }) => {
      const group = groups.get(key);
      const rank = group && ranks[rankOf(group.size)];
      if (rank !== undefined) moveToEnd(rank, group);
      return group?.rotate();
    },
    *largestFirst() {
      for (let rank = largestRank; rank >= 0; rank -= 1) yield* ranks[rank] ?? [];
    },
  };
};
