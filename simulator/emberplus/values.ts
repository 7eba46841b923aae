// The values of Ember+ parameters on the wire. Shares nothing with the driver.
import { Buffer } from 'node:buffer';
import { block, NoBlocks, type Block } from './blocks.js';

/** A value. Numbers are integers or reals by the kind of their parameter. */
export type Value = boolean | number | string;

export const integerBlock = (value: number): Buffer => {
  const bytes = Buffer.alloc(6);
  bytes.writeIntBE(value, 0, 6);
  const shortest = [1, 2, 3, 4, 5, 6].find((length) => bytes.readIntBE(6 - length, length) === value) ?? 6;
  return block(0x02, bytes.subarray(6 - shortest));
};

export const integerOf = (body: Buffer): number => {
  if (body.length === 0 || body.length > 6) throw new NoBlocks('an integer that is not supported');
  return body.readIntBE(0, body.length);
};

/** Returns a real with a mantissa of 7 bytes, and the exponent of its normalized form, which libraries of Ember+ write. */
const realBlock = (value: number): Buffer => {
  if (value === 0) return block(0x09);
  let exponent = 0;
  let mantissa = Math.abs(value);
  for (; mantissa >= 2; mantissa /= 2) exponent += 1;
  for (; mantissa < 1; mantissa *= 2) exponent -= 1;
  const digits = Buffer.alloc(8);
  digits.writeBigUInt64BE(BigInt(mantissa * 2 ** 52));
  const head = Buffer.alloc(3);
  head.writeUInt8(value < 0 ? 0xc1 : 0x81);
  head.writeInt16BE(exponent, 1);
  return block(0x09, head, digits.subarray(1));
};

const realOf = (body: Buffer): number => {
  const [head] = body;
  if (head === undefined) return 0;
  const exponentLength = 1 + (head & 3);
  const digits = body.subarray(1 + exponentLength).toString('hex');
  if (!/[1-9a-f]/.test(digits)) throw new NoBlocks('a real without digits');
  const bits = BigInt(`0x${digits}`).toString(2);
  const fraction = Number.parseInt(bits.slice(0, 53), 2) / 2 ** (Math.min(bits.length, 53) - 1);
  return (head & 0x40 ? -1 : 1) * fraction * 2 ** body.readIntBE(1, exponentLength);
};

/** Returns the block of a value. */
export const valueBlock = (value: Value, isReal: boolean): Buffer => {
  if (typeof value === 'boolean') return block(0x01, Buffer.of(value ? 0xff : 0));
  if (typeof value === 'string') return block(0x0c, Buffer.from(value));
  return isReal ? realBlock(value) : integerBlock(value);
};

/** Returns the value of a block; undefined if it is of another type. */
export const valueIn = ({ tag, body }: Block): Value | undefined => {
  if (tag === 0x01) return (body[0] ?? 0) !== 0;
  if (tag === 0x02) return integerOf(body);
  if (tag === 0x09) return realOf(body);
  return tag === 0x0c ? body.toString() : undefined;
};

/** Returns the block of a relative object identifier. */
export const numbersBlock = (numbers: readonly number[]): Buffer =>
  block(
    0x0d,
    ...numbers.map((number) => {
      const digits = number.toString(2).padStart(Math.ceil(Math.max(1, number.toString(2).length) / 7) * 7, '0');
      const groups = digits.match(/.{7}/g) ?? [];
      return Buffer.from(
        groups.map((group, index) => Number.parseInt(group, 2) | (index < groups.length - 1 ? 0x80 : 0)),
      );
    }),
  );

/** Returns the numbers of a relative object identifier. */
export const numbersIn = (body: Buffer): readonly number[] => {
  const ends = [...body].flatMap((byte, index) => ((byte & 0x80) === 0 ? [index + 1] : []));
  return ends.map((end, index) =>
    [...body.subarray(ends[index - 1] ?? 0, end)].reduce((number, byte) => number * 128 + (byte & 0x7f), 0),
  );
};
