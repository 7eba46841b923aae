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

const fourBytes = (write: (view: DataView) => void): Bytes => {
  const bytes = new Uint8Array(4);
  write(new DataView(bytes.buffer));
  return [...bytes];
};

const int = (value: number): Bytes =>
  fourBytes((view) => {
    view.setInt32(0, value);
  });

const float = (value: number): Bytes =>
  fourBytes((view) => {
    view.setFloat32(0, value);
  });

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

/** The time tag that means "immediately". */
const immediately: Bytes = [...int(0), ...int(1)];

/** Encodes a bundle with one message per entry. The entry's path is the message's address. */
export const oscBundle = (entries: readonly StateEntry[]): Uint8Array => {
  const messages = entries.map(message).flatMap((bytes) => [...int(bytes.length), ...bytes]);
  return Uint8Array.from([...string('#bundle'), ...immediately, ...messages]);
};
