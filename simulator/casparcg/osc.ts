// Messages of Open Sound Control 1.0, as far as a CasparCG server sends any: texts, numbers and yes or no, in bundles.
import type { StateEntry, Value } from './state.js';

type Bytes = readonly number[];

const utf8 = new TextEncoder();

/** Everything fills words of four bytes; a text ends in one zero at least. */
const text = (value: string): Bytes => {
  const bytes = [...utf8.encode(value), 0];
  while (bytes.length % 4 !== 0) bytes.push(0);
  return bytes;
};

const word = (write: (view: DataView) => void): Bytes => {
  const bytes = new Uint8Array(4);
  write(new DataView(bytes.buffer));
  return [...bytes];
};

const int = (value: number): Bytes =>
  word((view) => {
    view.setInt32(0, value);
  });

const float = (value: number): Bytes =>
  word((view) => {
    view.setFloat32(0, value);
  });

/** The letter of a value's type, and its bytes; yes and no are told by the letter alone. */
const typed = (value: Value): readonly [string, Bytes] => {
  if (typeof value === 'string') return ['s', text(value)];
  if (typeof value === 'boolean') return [value ? 'T' : 'F', []];
  return 'int' in value ? ['i', int(value.int)] : ['f', float(value.float)];
};

const message = ({ path, values }: StateEntry): Bytes => {
  const told = values.map(typed);
  const types = told.map(([letter]) => letter).join('');
  return [...text(path), ...text(`,${types}`), ...told.flatMap(([, bytes]) => bytes)];
};

/** The time tag that says: as soon as it arrives. */
const atOnce: Bytes = [...int(0), ...int(1)];

/** A bundle with a message for each entry, whose path is the message's address. */
export const bundle = (entries: readonly StateEntry[]): Uint8Array => {
  const messages = entries.map(message).flatMap((bytes) => [...int(bytes.length), ...bytes]);
  return Uint8Array.from([...text('#bundle'), ...atOnce, ...messages]);
};
