// The studio itself: what a caller reads of it.
import * as t from 'io-ts';
import { described, oneOf } from '../codec/codec.js';

/** On air or not. */
export const StudioStatus = oneOf('on_air', 'off_air');
export type StudioStatus = t.TypeOf<typeof StudioStatus>;

/** The studio as a caller reads it. Its example is made up: a studio's true id opens its legacy door. */
export const Studio = described(t.readonly(t.type({ id: t.string, name: t.string, status: StudioStatus }), 'Studio'), {
  description: 'The studio, and whether it is on air',
  examples: [{ id: 'example', name: 'Studio One', status: 'on_air' }],
});
export type Studio = t.TypeOf<typeof Studio>;
