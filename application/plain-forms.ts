// What the one text value of a plain answer looks like.
import * as t from 'io-ts';
import { described } from '../domain/codec.js';

/** How many records a list has. */
export const count = described(t.string, { description: 'How many there are', pattern: '^[0-9]+$', examples: ['4'] });

/** `1` while something is so, else `0`. */
export const oneWhile = (condition: string): t.StringC =>
  described(t.string, { description: `\`1\` ${condition}, else \`0\``, enum: ['1', '0'], examples: ['1'] });

/** A text; `example` is one that the demo studio would answer. */
export const textTelling = (description: string, example: string): t.StringC =>
  described(t.string, { description, examples: [example] });

/** The answer of an action that was done. */
export const done = described(t.literal('OK'), { description: 'It is done' });
