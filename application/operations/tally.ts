// What the routes of tallies share: their result and its plain form (TALLY-5).
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { optionalTally, type Tally } from '../../domain/studio/tally.js';

/** The result of a route that returns a tally. */
export const tallyResult = { value: optionalTally };

/** Returns the plain form of a tally. */
export const tallyText = ({ value }: { readonly value: Tally | null }): string => value ?? '';

/** The form of that text. */
export const tallyForm = described(t.string, {
  description: '`program`, `preview` or `off`; empty while the tally is unknown',
  enum: ['program', 'preview', 'off', ''],
  examples: ['off'],
});
