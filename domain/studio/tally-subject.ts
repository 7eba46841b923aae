// What follows a tally: the output or the camera whose tally it is, and the signals that are on with it (TALLY-6).
import * as t from 'io-ts';
import { choiceOf } from '../codec/choice.js';
import { field, oneOf } from '../codec/codec.js';
import { fieldOf } from '../codec/unchecked.js';
import { idOf } from './common-fields.js';
import type { Tally } from './tally.js';

/** A record with further fields that names an output. */
export interface OfOutput {
  readonly output: string;
}

/** A record with further fields that names a camera. */
export interface OfCamera {
  readonly camera: string;
}

/** What a tally belongs to. */
export type TallySubject = OfOutput | OfCamera;

/** Returns a codec for records with these fields and either an `output` or a `camera`. */
export const withSubject = <A>(fields: t.Type<A, unknown>): t.Type<A & TallySubject> =>
  choiceOf(
    t.readonly(t.intersection([fields, t.type({ camera: idOf('the camera') })])) as unknown as t.Type<A & OfCamera>,
    t.readonly(t.intersection([fields, t.type({ output: idOf('the output') })])) as unknown as t.Type<A & OfOutput>,
    (input) => fieldOf(input, 'output') !== undefined,
  );

/** The tally that a signal follows: it is on while the output or the camera has this tally, else off. */
export const FollowedTally = withSubject(
  t.type({ tally: field(oneOf('program', 'preview'), '`program`: on while on air; `preview`: on while about to be') }),
);
export type FollowedTally = t.TypeOf<typeof FollowedTally>;

/** Returns whether a signal is on while its subject has a tally; null while that is unknown: the signal stays as it is. */
export const followedValue = ({ tally: followed }: FollowedTally, tally: Tally | null): boolean | null =>
  tally === null ? null : tally === followed;
