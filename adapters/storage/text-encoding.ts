// Reads the text of a file that people write. Editors may save other encodings than UTF-8, whose letters would become U+FFFD.
import { isUtf8 } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';

const bigEndian = 'UTF-16 (big-endian)';
const littleEndian = 'UTF-16 (little-endian)';

const zerosAt = (bytes: Buffer, parity: 0 | 1): number => {
  let count = 0;
  for (let at: number = parity; at < bytes.length; at += 2) if (bytes[at] === 0) count += 1;
  return count;
};

/** Returns the kind of UTF-16. Without a mark, half of its letters at least are Latin, whose high bytes are zero. */
const utf16Of = (bytes: Buffer): string | undefined => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return bigEndian;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return littleEndian;
  if (!bytes.includes(0)) return undefined;
  const [high, low] = [zerosAt(bytes, 0), zerosAt(bytes, 1)];
  if (Math.max(high, low) * 4 < bytes.length) return undefined;
  return high > low ? bigEndian : littleEndian;
};

/** Returns the first line that isn't UTF-8, from 1. No sequence of UTF-8 contains a line feed. */
const firstOtherLine = (bytes: Buffer): number => {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
};

const otherEncodingOf = (bytes: Buffer): string | undefined => {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined || isUtf8(bytes)) return utf16;
  return `one byte for each letter, such as Windows-1252 (ANSI), in line ${String(firstOtherLine(bytes))}`;
};

/** Returns the text, or what was expected if the bytes aren't UTF-8. The message names the encoding, and no content. */
export const utf8Text = (bytes: Buffer): E.Either<string, string> => {
  const other = otherEncodingOf(bytes);
  return other === undefined
    ? E.right(bytes.toString('utf8'))
    : E.left(`expected a file in UTF-8, got ${other}; save it as UTF-8`);
};
