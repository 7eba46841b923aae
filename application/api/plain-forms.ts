// What the one text value of a plain answer looks like.
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';

/** How many records a list has. */
export const countForm = described(t.string, {
  description: 'How many there are',
  pattern: '^[0-9]+$',
  examples: ['4'],
});

/** `1` while something is so, else `0`. */
export const booleanForm = (condition: string): t.StringC =>
  described(t.string, { description: `\`1\` ${condition}, else \`0\``, enum: ['1', '0'], examples: ['1'] });

/** A text; `example` is one that the demo studio would answer. */
export const textForm = (description: string, example: string): t.StringC =>
  described(t.string, { description, examples: [example] });

/** The answer of an action that was done. */
export const okForm = described(t.literal('OK'), { description: 'It is done' });
