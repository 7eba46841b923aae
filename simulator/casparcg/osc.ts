// Encodes Open Sound Control 1.0 bundles with the value types that a CasparCG server sends: strings, numbers, booleans.
import type { StateEntry, StateValue } from './state.js';

type Bytes = readonly number[];

const utf8 = new TextEncoder();

/** Encodes a string: terminated by a zero byte, and padded with zeros to a multiple of four bytes. */
const string = (value: string): Bytes => {
  const bytes = [...utf8.encode(value), 0];
  while (bytes.length % 4 !== 0) bytes.push(0);
  return bytes;
};

const int = (value: number): Bytes => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];

const view = new DataView(new ArrayBuffer(4));

const float = (value: number): Bytes => {
  view.setFloat32(0, value);
  return int(view.getInt32(0));
};

/** Encodes a value as its type tag and its bytes. A boolean has no bytes. */
const tagged = (value: StateValue): readonly [string, Bytes] => {
  if (typeof value === 'string') return ['s', string(value)];
  if (typeof value === 'boolean') return [value ? 'T' : 'F', []];
  return 'int' in value ? ['i', int(value.int)] : ['f', float(value.float)];
};

const message = ({ path, values }: StateEntry): Bytes => {
  const args = values.map(tagged);
  const tags = args.map(([tag]) => tag).join('');
  return [...string(path), ...string(`,${tags}`), ...args.flatMap(([, bytes]) => bytes)];
};

/** The real server puts the number of the frame where OSC has a time. */
const header = (frame: number): Bytes => [...string('#bundle'), ...int(0), ...int(frame)];

const comesBefore = (a: StateEntry, b: StateEntry): number => (a.path < b.path ? -1 : 1);

/** A bundle takes no more messages once it has this length, in bytes. */
const fullLength = 2_048;

/**
 * Encodes the bundles of a frame, with one message per entry. The entry's path is the message's address. The messages are
 * sorted by address.
 */
export const oscBundles = (entries: readonly StateEntry[], frame: number): readonly Uint8Array[] => {
  const bundles: number[][] = [];
  for (const bytes of entries.toSorted(comesBefore).map(message)) {
    const last = bundles.at(-1);
    const open = last === undefined || last.length >= fullLength ? [...header(frame)] : last;
    if (open !== last) bundles.push(open);
    open.push(...int(bytes.length), ...bytes);
  }
  return bundles.map((bundle) => Uint8Array.from(bundle));
};
