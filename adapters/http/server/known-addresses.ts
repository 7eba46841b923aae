// Remembers which addresses have authenticated lately. Memory is bounded.

/** Addresses that have authenticated lately, by the key of their network. */
export interface KnownAddresses {
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
}

/** Remembers at least the last `capacity / 2` addresses, and at most `capacity`. */
export const knownAddresses = (capacity: number): KnownAddresses => {
  // Two generations: an address that is known already changes nothing, so that busy callers cost no memory traffic.
  let older: ReadonlySet<string> = new Set();
  let newer = new Set<string>();

  return {
    add: (key) => {
      if (newer.has(key)) return;
      newer.add(key);
      if (newer.size < capacity / 2) return;
      older = newer;
      newer = new Set();
    },
    has: (key) => newer.has(key) || older.has(key),
  };
};
