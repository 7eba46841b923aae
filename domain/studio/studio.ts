// The studio itself: what a caller reads of it.
import * as t from 'io-ts';
import { oneOf } from '../codec.js';

/** On air or not. */
export const StudioStatus = oneOf('on_air', 'off_air');
export type StudioStatus = t.TypeOf<typeof StudioStatus>;

/** The studio as a caller reads it. */
export const Studio = t.readonly(t.type({ id: t.string, name: t.string, status: StudioStatus }), 'Studio');
export type Studio = t.TypeOf<typeof Studio>;
