// Signals: lines of the studio that are on or off.
import * as t from 'io-ts';
import { described, field, text } from '../codec/codec.js';
import { Id, Name } from './common-fields.js';
import { LineAttachment, optionalConfirmation } from './connection.js';
import { FollowedTally } from './tally-subject.js';

/** Duration of a pulse that states none, in milliseconds. */
export const defaultPulseMs = 500;

/** A signal of the layout. */
export const SignalDefinition = t.readonly(
  t.intersection([
    t.type({
      id: Id,
      identifier: field(text(1, 64), 'A second name for calls, which says what the signal is'),
      name: Name,
    }),
    t.partial({
      line: LineAttachment,
      follows: field(FollowedTally, "The tally with which it is on. Callers can't switch it"),
    }),
  ]),
);
export type SignalDefinition = t.TypeOf<typeof SignalDefinition>;

/** A signal, as callers read it. */
export const Signal = described(
  t.readonly(
    t.type({
      id: t.string,
      identifier: t.string,
      name: t.string,
      value: described(t.union([t.boolean, t.null]), {
        description: 'True while it is on, false while it is off; null while this is unknown',
      }),
      connected: described(t.boolean, { description: 'Whether its line is connected' }),
      confirmedBy: optionalConfirmation,
    }),
    'Signal',
  ),
  {
    description: 'A line of the studio that is on or off',
    examples: [{ id: 'sig-1', identifier: 'red-light', name: 'Red light', value: true, connected: true }],
  },
);
export type Signal = t.TypeOf<typeof Signal>;
