// Places for tasks that wait for somebody else, shared by the addresses that need them: none takes all.
import { networkKey, type Address } from '../../../domain/access/address.js';

/** How many tasks may run at the same time. */
export interface PlaceLimits {
  readonly inAll: number;
  /** For one IPv4 address, private IPv6 address, or IPv6 /64. */
  readonly perNetwork: number;
}

/** Runs a task. Returns undefined at once, without running it, if its address or all together have too many. */
export type SharedPlaces = <A>(from: Address, task: () => Promise<A>) => Promise<A | undefined>;

/** Returns places of which none is taken. */
export const sharedPlaces = ({ inAll, perNetwork }: PlaceLimits): SharedPlaces => {
  const taken = new Map<string, number>();
  let total = 0;

  const take = (network: string, change: 1 | -1): void => {
    const count = (taken.get(network) ?? 0) + change;
    total += change;
    if (count === 0) taken.delete(network);
    else taken.set(network, count);
  };

  return async (from, task) => {
    const network = networkKey(from);
    if (total >= inAll || (taken.get(network) ?? 0) >= perNetwork) return undefined;
    take(network, 1);
    try {
      return await task();
    } finally {
      take(network, -1);
    }
  };
};
