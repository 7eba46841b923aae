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

/** Entries of one family and one prefix length, by their leading bits. */
interface Level {
  readonly octets: number;
  readonly prefixLength: number;
  readonly entries: Map<string, Entry>;
}

const levelOf = (levels: Map<string, Level>, { network, prefixLength }: AddressRange): Level => {
  const octets = network.octets.length;
  const key = `${String(octets)}/${String(prefixLength)}`;
  const level = levels.get(key) ?? { octets, prefixLength, entries: new Map<string, Entry>() };
  levels.set(key, level);
  return level;
};

const add = (levels: Map<string, Level>, { range, label }: ListedRange, place: number): void => {
  const { entries } = levelOf(levels, range);
  const key = prefixKey(range.network, range.prefixLength);
  if (!entries.has(key)) entries.set(key, { place, label });
};

const earlier = (one: Entry | undefined, other: Entry | undefined): Entry | undefined =>
  one === undefined || (other !== undefined && other.place < one.place) ? other : one;

/** Compiles listed ranges: cost of an answer grows with the number of distinct prefix lengths, not of entries. */
export const compileAddressTable = (listed: readonly ListedRange[]): AddressTable => {
  const levels = new Map<string, Level>();
  listed.forEach((entry, place) => {
    add(levels, entry, place);
  });
  const all = [...levels.values()];
  return (address) =>
    all
      .filter(({ octets }) => octets === address.octets.length)
      .map(({ prefixLength, entries }) => entries.get(prefixKey(address, prefixLength)))
      .reduce(earlier, undefined)?.label;
};
