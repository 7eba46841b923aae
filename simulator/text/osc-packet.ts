// Reads and writes OSC messages, as the OSC 1.0 specification describes them.
import { Buffer } from 'node:buffer';

/** A message. Whole numbers are of type `i`, other numbers of type `f`. */
export interface OscPacket {
  readonly address: string;
  readonly types: string;
  readonly values: readonly unknown[];
}

/** The length of a text with its end, which is padded to four bytes. */
const paddedLength = (length: number): number => 4 * Math.floor(length / 4 + 1);

const textBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([bytes, Buffer.alloc(paddedLength(bytes.length) - bytes.length)]);
};

const valueBytes = (type: string, value: unknown): Buffer => {
  if (type === 's') return textBytes(String(value));
  if (type !== 'i' && type !== 'f') return Buffer.alloc(0);
  const bytes = Buffer.alloc(4);
  if (type === 'i') bytes.writeInt32BE(Number(value));
  else bytes.writeFloatBE(Number(value));
  return bytes;
};

/** Returns the datagram of a message. */
export const writtenOsc = ({ address, types, values }: OscPacket): Buffer =>
  Buffer.concat([
    textBytes(address),
    textBytes(`,${types}`),
    ...Array.from(types, (type, at) => valueBytes(type, values[at])),
  ]);

/** Reads the parts of a datagram, one after the other. */
class OscReader {
  #at = 0;

  constructor(private readonly datagram: Buffer) {}

  text(): string {
    const end = this.datagram.indexOf(0, this.#at);
    if (end < 0) throw new RangeError('a text has no end');
    const text = this.datagram.toString('utf8', this.#at, end);
    this.#at += paddedLength(end - this.#at);
    return text;
  }

  value(type: string): unknown {
    if (type === 's') return this.text();
    if (type === 'T' || type === 'F') return type === 'T';
    if (type !== 'i' && type !== 'f') throw new RangeError('an argument of another type');
    const at = this.#at;
    this.#at += 4;
    return type === 'i' ? this.datagram.readInt32BE(at) : this.datagram.readFloatBE(at);
  }
}

/** Reads a message; undefined if the datagram is malformed, or a bundle. */
export const readOsc = (datagram: Buffer): OscPacket | undefined => {
  try {
    const reader = new OscReader(datagram);
    const address = reader.text();
    const types = reader.text().slice(1);
    return { address, types, values: Array.from(types, (type) => reader.value(type)) };
  } catch {
    return undefined;
  }
};
