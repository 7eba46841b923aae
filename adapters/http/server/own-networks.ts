// The IPv6 networks of the machine's own interfaces, whose addresses belong to devices beside it.
import { networkInterfaces } from 'node:os';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { parseRange, rangeContains, type Address } from '../../../domain/access/address.js';

/** How long the networks are kept, in milliseconds: an interface may get another one at any time. */
const keptMs = 60_000;

/** The interfaces of a machine, as Node.js lists them. */
export type ListInterfaces = () => Readonly<
  Partial<Record<string, readonly { readonly family: string; readonly cidr: string | null }[]>>
>;

/** Returns the test whether an address is in an IPv6 network of the machine. `now` returns milliseconds. */
export const ownNetworks = (
  now: () => number,
  list: ListInterfaces = networkInterfaces,
): ((address: Address) => boolean) => {
  let [tests, readAt]: [readonly ((address: Address) => boolean)[], number] = [[], -Infinity];

  const read = (): readonly ((address: Address) => boolean)[] => {
    const addresses = Object.values(list()).flatMap((each) => each ?? []);
    const networks = addresses.flatMap(({ family, cidr }) => (family === 'IPv6' && cidr !== null ? [cidr] : []));
    return RA.filterMap(parseRange)(networks).map(rangeContains);
  };

  return (address) => {
    if (now() - readAt >= keptMs) [tests, readAt] = [read(), now()];
    return tests.some((contains) => contains(address));
  };
};
