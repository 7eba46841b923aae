// The listed addresses of a studio, compiled so that a look-up is fast with thousands of entries.
import { prefixKey, type Address, type AddressRange } from './address.js';

/** One listed address or range, as the access policy uses it. */
export interface ListedRange {
  readonly range: AddressRange;
  /** The label of its callers. */
  readonly label: string;
  /** The address or range as it is listed. */
  readonly entry: string;
}

/** Returns the first entry that contains an address; `undefined` when none does. */
export type AddressTable<Listed> = (address: Address) => Listed | undefined;

interface Entry<Listed> {
  readonly index: number;
  readonly listed: Listed;
}

/** Entries by prefix length, then by their leading bits. */
type Levels<Listed> = Map<number, Map<string, Entry<Listed>>>;

const levelOf = <Listed>(levels: Levels<Listed>, prefixLength: number): Map<string, Entry<Listed>> => {
  const level = levels.get(prefixLength) ?? new Map<string, Entry<Listed>>();
  levels.set(prefixLength, level);
  return level;
};

type WithRange = Pick<ListedRange, 'range'>;

const add = <Listed extends WithRange>(levels: Levels<Listed>, listed: Listed, index: number): void => {
  const { network, prefixLength } = listed.range;
  const level = levelOf(levels, prefixLength);
  const key = prefixKey(network, prefixLength);
  if (!level.has(key)) level.set(key, { index, listed });
};

const earlier = <Listed>(one: Entry<Listed> | undefined, other: Entry<Listed> | undefined): Entry<Listed> | undefined =>
  one === undefined || (other !== undefined && other.index < one.index) ? other : one;

/** Compiles listed ranges. A look-up costs one step per distinct prefix length, not per entry. */
export const compileAddressTable = <Listed extends WithRange>(listed: readonly Listed[]): AddressTable<Listed> => {
  const levels: Levels<Listed> = new Map();
  listed.forEach((entry, index) => {
    add(levels, entry, index);
  });
  return (address) =>
    [...levels]
      .map(([prefixLength, level]) => level.get(prefixKey(address, prefixLength)))
      .reduce(earlier<Listed>, undefined)?.listed;
};
