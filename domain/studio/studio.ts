// The studio record that callers read.
import * as t from 'io-ts';
import { described, oneOf } from '../codec/codec.js';

/** The on-air status. */
export const StudioStatus = oneOf('on_air', 'off_air');
export type StudioStatus = t.TypeOf<typeof StudioStatus>;

/** The studio, as callers read it. The example's id is invented, because a real id is valid as legacy authorization. */
export const Studio = described(t.readonly(t.type({ id: t.string, name: t.string, status: StudioStatus }), 'Studio'), {
  description: 'The studio, and whether it is on air',
  examples: [{ id: 'example', name: 'Studio One', status: 'on_air' }],
});
export type Studio = t.TypeOf<typeof Studio>;
