// Mutations of valid inputs. A text stands for bytes: each character is one byte (latin1).
import type { RandomSource } from './random-source.js';

/** What an input is made from. */
export interface Corpus {
  /** Valid inputs. */
  readonly samples: readonly string[];
  /** What is inserted: keywords and delimiters of the format, and bytes that it doesn't expect. */
  readonly fragments: readonly string[];
}

type Mutation = (text: string, random: RandomSource, corpus: Corpus) => string;

/** Bytes and numbers that any format may handle wrongly. */
const anyFormat: readonly string[] = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\x7f',
    '\xff',
    '\x80',
    '\xc0\xaf',
    '\xed\xa0\x80',
    '\xef\xbb\xbf',
    '\xf4\x90',
  ],
  ...['0', '-1', '1e999', 'NaN', 'Infinity', '2147483648', '9007199254740993', '18446744073709551616', '0x10', '1.'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '../',
    '%s',
    '${x}',
    '\xc3\xa9',
    '\xf0\x9f\x8e\xac',
    '"',
    "'",
    '\\',
    '<',
    '>',
    '&',
    '*',
    '!',
  ],
  ...['x'.repeat(300), '9'.repeat(400), '\n'.repeat(100)],
];

const splice = (text: string, at: number, removed: number, inserted: string): string =>
  text.slice(0, at) + inserted + text.slice(at + removed);

const fragment = (random: RandomSource, { fragments }: Corpus): string =>
  random.oneOf(random.oneIn(3) ? anyFormat : fragments);

/** A piece of a text, up to 64 characters long. */
const pieceOf = (text: string, { below }: RandomSource): string => {
  const at = below(text.length);
  return text.slice(at, at + 1 + below(64));
};

/** Replaces the first word or number after a random place. */
const replaceWord = (text: string, random: RandomSource, corpus: Corpus): string => {
  const at = random.below(text.length);
  const word = /[\w.-]+/.exec(text.slice(at, at + 200));
  return word === null ? text : splice(text, at + word.index, word[0].length, fragment(random, corpus));
};

const mutations: readonly Mutation[] = [
  replaceWord,
  replaceWord,
  (text, { below }) => splice(text, below(text.length), 1, String.fromCharCode(below(256))),
  (text, { below }) => splice(text, below(text.length), 1 + below(8), ''),
  (text, { below }) => splice(text, below(text.length), below(text.length), ''),
  (text, random, corpus) => splice(text, random.below(text.length), 0, fragment(random, corpus)),
  (text, random, corpus) => splice(text, random.below(text.length), 1 + random.below(8), fragment(random, corpus)),
  (text, { below }) => text.slice(0, below(text.length)),
  (text, random) => splice(text, random.below(text.length), 0, pieceOf(text, random)),
  (text, random, { samples }) => splice(text, random.below(text.length), 0, pieceOf(random.oneOf(samples), random)),
  (text, random, { samples }) => text + random.oneOf(samples),
];

/** Returns a text with one to six mutations. */
export const mutated = (text: string, random: RandomSource, corpus: Corpus): string => {
  let result = text;
  for (let left = 1 + random.below(6); left > 0; left -= 1)
    result = random.oneOf(mutations)(result || ' ', random, corpus);
  return result;
};

/** Returns one of the samples with one to six mutations. */
export const mutatedSample = (random: RandomSource, corpus: Corpus): string =>
  mutated(random.oneOf(corpus.samples), random, corpus);
