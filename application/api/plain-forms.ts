// The forms of plain texts, for codecs and documents.
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';

/** The number of records in a list. */
export const countForm = described(t.string, {
  description: 'The number of records',
  pattern: '^[0-9]+$',
  examples: ['4'],
});

/** Returns the form of a text that is `1` under a condition, such as `while it is on`, else `0`. */
export const booleanForm = (condition: string): t.StringC =>
  described(t.string, { description: `\`1\` ${condition}, else \`0\``, enum: ['1', '0'], examples: ['1'] });

/** Returns the form of a text that is `1` under a condition, else `0`, or empty under another one. */
export const optionalBooleanForm = (condition: string, emptyCondition: string): t.StringC =>
  described(t.string, {
    description: `\`1\` ${condition}, else \`0\`; empty ${emptyCondition}`,
    enum: ['1', '0', ''],
    examples: ['1'],
  });

/** Returns the form of any other text. `example` is a text that the demo studio returns. */
export const textForm = (description: string, example: string): t.StringC =>
  described(t.string, { description, examples: [example] });

/** The text of a successful action. */
export const okForm = described(t.literal('OK'), { description: 'The action succeeded' });
