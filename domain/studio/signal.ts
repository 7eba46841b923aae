// Signals: lines of the studio that are on or off.
import * as t from 'io-ts';
import { described, text } from '../codec/codec.js';
import { LineAttachment, optionalConfirmation } from './connection.js';
import { FollowedTally } from './tally-subject.js';

/** Duration of a pulse that states none, in milliseconds. */
export const defaultPulseMs = 500;

/** A signal of the layout. */
export const SignalDefinition = t.readonly(
  t.intersection([
    t.type({ id: text(1, 64), identifier: text(1, 64), name: text(1, 128) }),
    t.partial({
      line: LineAttachment,
      /** The tally with which it is on. Callers can't switch it. */
      follows: FollowedTally,
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
