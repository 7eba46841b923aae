// The listed addresses of a studio, compiled so that a look-up is fast with thousands of entries.
import { prefixKey, type Address, type AddressRange } from './address.js';

/** One listed address or range, and the label of its callers. */
export interface ListedRange {
  readonly range: AddressRange;
  readonly label: string;
}

/** Returns the label of the first entry that contains an address; `undefined` when none does. */
export type AddressTable = (address: Address) => string | undefined;

interface Entry {
  readonly index: number;
  readonly label: string;
}

/** Entries by prefix length, then by their leading bits. */
type Levels = Map<number, Map<string, Entry>>;

const levelOf = (levels: Levels, prefixLength: number): Map<string, Entry> => {
  const level = levels.get(prefixLength) ?? new Map<string, Entry>();
  levels.set(prefixLength, level);
  return level;
};

const add = (levels: Levels, { range, label }: ListedRange, index: number): void => {
  const level = levelOf(levels, range.prefixLength);
  const key = prefixKey(range.network, range.prefixLength);
  if (!level.has(key)) level.set(key, { index, label });
};

const earlier = (one: Entry | undefined, other: Entry | undefined): Entry | undefined =>
  one === undefined || (other !== undefined && other.index < one.index) ? other : one;

/** Compiles listed ranges. A look-up costs one step per distinct prefix length, not per entry. */
export const compileAddressTable = (listed: readonly ListedRange[]): AddressTable => {
  const levels: Levels = new Map();
  listed.forEach((entry, index) => {
    add(levels, entry, index);
  });
  return (address) =>
    [...levels].map(([prefixLength, level]) => level.get(prefixKey(address, prefixLength))).reduce(earlier, undefined)
      ?.label;
};
