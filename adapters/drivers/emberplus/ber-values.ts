// The values of BER that Ember+ uses, decoded. Malformed ones throw MalformedBer.
import type { Buffer } from 'node:buffer';
import { MalformedBer } from './ber.js';

/** Returns an integer of at most 8 bytes; undefined if a double doesn't hold it exactly. */
export const integerIn = (content: Buffer): number | undefined => {
  if (content.length === 0 || content.length > 8) throw new MalformedBer('an integer of no or more than 8 bytes');
  const value = BigInt.asIntN(content.length * 8, BigInt(`0x${content.toString('hex')}`));
  return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
};

const specialReals: Readonly<Record<number, number>> = { 0x40: Infinity, 0x41: -Infinity, 0x42: NaN, 0x43: -0 };

/** Returns a mantissa that begins with its highest bit, scaled to at least 1 and less than 2. */
const normalized = (mantissa: Buffer): number => {
  let value = 0;
  for (const byte of mantissa) value = value * 256 + byte;
  if (value === 0) throw new MalformedBer('a real without a mantissa');
  while (value >= 2) value /= 2;
  return value;
};

/**
 * Returns a real. Ember+ departs from X.690: the exponent is that of the normalized mantissa, as in IEEE 754. All its
 * libraries write 10 as the mantissa 5 and the exponent 3.
 */
export const realIn = (content: Buffer): number => {
  const [preamble] = content;
  if (preamble === undefined) return 0;
  if (content.length === 1 && specialReals[preamble] !== undefined) return specialReals[preamble];
  const exponentLength = 1 + (preamble & 0x03);
  const isBinary = (preamble & 0xb0) === 0x80;
  const mantissa = content.subarray(1 + exponentLength);
  if (!isBinary || exponentLength > 3 || mantissa.length === 0 || mantissa.length > 8)
    throw new MalformedBer('a real that is not binary');
  const exponent = content.readIntBE(1, exponentLength);
  return ((preamble & 0x40) === 0 ? 1 : -1) * normalized(mantissa) * 2 ** exponent;
};

/** Returns the numbers of a relative object identifier. */
export const numbersIn = (content: Buffer): readonly number[] => {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (number > 0xffff_ffff) throw new MalformedBer('a number of more than 32 bits in a path');
    if ((byte & 0x80) === 0) numbers.push(number);
    if ((byte & 0x80) === 0) number = 0;
  }
  if (((content.at(-1) ?? 0) & 0x80) !== 0) throw new MalformedBer('a path that is cut short');
  return numbers;
};
