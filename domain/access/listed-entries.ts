// What operators should know of listed entries before they save them: whom they admit, and what is listed twice.
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  addressesIn,
  isPrivate,
  isWideRange,
  parseAddress,
  parseRange,
  prefixKey,
  type AddressRange,
} from './address.js';
import { compileAddressTable } from './address-table.js';
import { endOfEntry, type AccessSettings, type ListedEntry } from './configuration.js';

/** A concern about an entry: it holds a whole network, or another entry holds all of it (LAN-14). */
export type ListedConcern =
  | { readonly kind: 'whole_network'; readonly entry: ListedEntry; readonly addresses: bigint }
  /** It holds public addresses of more than one site (LAN-12). */
  | { readonly kind: 'public'; readonly entry: ListedEntry; readonly addresses: bigint }
  | { readonly kind: 'covered'; readonly entry: ListedEntry; readonly by: ListedEntry };

interface ParsedEntry {
  readonly entry: ListedEntry;
  readonly range: AddressRange;
}

const parsed = (entry: ListedEntry): O.Option<ParsedEntry> =>
  pipe(
    parseRange(entry.address),
    O.map((range) => ({ entry, range })),
  );

const ipv4Octets = 4;

/** Prefix lengths up to which a private range is a whole network. */
const networkLength = { ipv4: 16, ipv6: 47 };

const isWholeNetwork = ({ range: { network, prefixLength } }: ParsedEntry): boolean =>
  isPrivate(network) &&
  prefixLength <= (network.octets.length === ipv4Octets ? networkLength.ipv4 : networkLength.ipv6);

const widthOf = (one: ParsedEntry): readonly ListedConcern[] => {
  const { entry, range } = one;
  if (isWholeNetwork(one)) return [{ kind: 'whole_network', entry, addresses: addressesIn(range) }];
  return isWideRange(range) ? [{ kind: 'public', entry, addresses: addressesIn(range) }] : [];
};

const endOf = ({ entry }: ParsedEntry): number => endOfEntry(entry);

/**
 * Returns the function that finds another entry that holds all of an entry, until it ends or longer. Of entries with the same
 * range, the one that ends last holds the others; of those that end together, the first.
 */
const coverOf = (entries: readonly ParsedEntry[]) => {
  const levels = new Map<number, Map<string, ParsedEntry>>();
  for (const entry of entries) {
    const { network, prefixLength } = entry.range;
    const level = levels.get(prefixLength) ?? new Map<string, ParsedEntry>();
    const key = prefixKey(network, prefixLength);
    const known = level.get(key);
    if (known === undefined || endOf(known) < endOf(entry)) level.set(key, entry);
    levels.set(prefixLength, level);
  }
  return (of: ParsedEntry): ParsedEntry | undefined =>
    [...levels]
      .filter(([length]) => length <= of.range.prefixLength)
      .map(([length, level]) => level.get(prefixKey(of.range.network, length)))
      .find((found) => found !== undefined && found !== of && endOf(found) >= endOf(of));
};

/** Returns the concerns about the listed entries that are in use and haven't ended at `now`. Invalid addresses have none. */
export const listedConcerns = (
  { accessWithoutToken, listedDevices }: AccessSettings,
  now: number,
): readonly ListedConcern[] => {
  if (accessWithoutToken !== 'listed') return [];
  const entries = RA.filterMap(parsed)(listedDevices.filter((entry) => endOfEntry(entry) > now));
  const cover = coverOf(entries);
  return entries.flatMap((one): readonly ListedConcern[] => {
    const by = cover(one);
    return [
      ...widthOf(one),
      ...(by === undefined ? [] : [{ kind: 'covered', entry: one.entry, by: by.entry } as const]),
    ];
  });
};

/** Returns what admits an address without a token at `now`: Whole LAN, or the first listed entry; undefined for nothing. */
export const admittingEntry = (
  { accessWithoutToken, listedDevices }: AccessSettings,
  addressText: string,
  now: number,
): 'whole_lan' | ListedEntry | undefined => {
  const address = O.toUndefined(parseAddress(addressText));
  if (address === undefined || accessWithoutToken === 'off') return undefined;
  if (accessWithoutToken === 'whole_lan') return isPrivate(address) ? 'whole_lan' : undefined;
  const entries = RA.filterMap(parsed)(listedDevices.filter((entry) => endOfEntry(entry) > now));
  return compileAddressTable(entries)(address)?.entry;
};
