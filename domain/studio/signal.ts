// Signals: lines of the studio that are on or off.
import * as t from 'io-ts';
import { described, text } from '../codec/codec.js';

/** A signal of the layout. */
export const SignalDefinition = t.readonly(t.type({ id: text(1, 64), identifier: text(1, 64), name: text(1, 128) }));
export type SignalDefinition = t.TypeOf<typeof SignalDefinition>;

/** A signal, as callers read it; `value` is true while it is on. */
export const Signal = described(
  t.readonly(t.type({ id: t.string, identifier: t.string, name: t.string, value: t.boolean }), 'Signal'),
  {
    description: 'A line of the studio that is on or off; `value` is true while it is on',
    examples: [{ id: 'sig-1', identifier: 'red-light', name: 'Red light', value: true }],
  },
);
export type Signal = t.TypeOf<typeof Signal>;
