// The listed devices of a studio, compiled once so that thousands of entries are answered in a few look-ups.
import { prefixKey, type Address, type AddressRange } from './address.js';

/** One listed device: who calls from this address or range. */
export interface ListedRange {
  readonly range: AddressRange;
  readonly label: string;
}

/** Tells the label of the first entry that holds an address; `undefined` when none does. */
export type AddressTable = (address: Address) => string | undefined;

interface Entry {
  readonly place: number;
  readonly label: string;
}

/** Entries by prefix length, and there by their leading bits. */
type Levels = Map<number, Map<string, Entry>>;

const levelOf = (levels: Levels, prefixLength: number): Map<string, Entry> => {
  const level = levels.get(prefixLength) ?? new Map<string, Entry>();
  levels.set(prefixLength, level);
  return level;
};

const add = (levels: Levels, { range, label }: ListedRange, place: number): void => {
  const level = levelOf(levels, range.prefixLength);
  const key = prefixKey(range.network, range.prefixLength);
  if (!level.has(key)) level.set(key, { place, label });
};

const earlier = (one: Entry | undefined, other: Entry | undefined): Entry | undefined =>
  one === undefined || (other !== undefined && other.place < one.place) ? other : one;

/** Compiles listed ranges: cost of an answer grows with the number of distinct prefix lengths, not of entries. */
export const compileAddressTable = (listed: readonly ListedRange[]): AddressTable => {
  const levels: Levels = new Map();
  listed.forEach((entry, place) => {
    add(levels, entry, place);
  });
  return (address) =>
    [...levels].map(([prefixLength, level]) => level.get(prefixKey(address, prefixLength))).reduce(earlier, undefined)
      ?.label;
};
