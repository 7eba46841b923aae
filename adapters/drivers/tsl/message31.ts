// Messages of the TSL UMD protocol, version 3.1: 18 bytes for each display.
import type { ShownDisplay } from '../../../application/ports/tally-displays.js';
import type { Tally } from '../../../domain/studio/tally.js';

/** The length of a message, in bytes. */
export const message31Bytes = 18;

/** Marks the first byte of a message, whose other bits are the number of the display. */
export const startBit = 0x80;

/** The length of a text, which is filled with spaces. */
const textLength = 16;

/** The lamp of each tally: the first one is preview, the second one is program, by convention. */
const lampBits: Readonly<Record<Tally, number>> = { off: 0, preview: 1, program: 2 };

/** Letters without a decomposition, and what they become. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
};

/** Returns a text in ASCII: letters lose their accents, and what has no equivalent becomes a question mark. */
const asciiOf = (label: string): string =>
  Array.from(label.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (letter) => replacements[letter] ?? letter)
    .join('')
    .replaceAll(/[^ -~]/gu, '?');

/** Returns a message. */
export const message31 = ({ index, tally, label }: ShownDisplay, brightness: number): Buffer =>
  Buffer.concat([
    Buffer.of(startBit | index, lampBits[tally] | (brightness << 4)),
    Buffer.from(asciiOf(label).slice(0, textLength).padEnd(textLength), 'ascii'),
  ]);
