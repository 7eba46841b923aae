// A studio as the console knows it: its id and name, and the access configuration it begins with.
import * as t from 'io-ts';
import { refined, text } from '../codec/codec.js';
import { defaultConfiguration, type AccessConfiguration } from '../access/configuration.js';

/** Fit for an address, a file name and the user of HTTP Basic alike. */
export const StudioId = refined(
  t.string,
  (id) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id),
  'a text of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or digit',
);

/** A studio that has been entered in the console. */
export const ConsoleStudio = t.readonly(t.type({ id: StudioId, name: text(1, 128) }), 'Studio');
export type ConsoleStudio = t.TypeOf<typeof ConsoleStudio>;

/**
 * The configuration of a studio entered at `nowMs`. Its first version is that time in seconds: a console set up anew
 * is ahead of one that was lost, and is heard by services that still hold the lost one's versions.
 */
export const firstConfiguration = ({ id }: ConsoleStudio, nowMs: number): AccessConfiguration => ({
  ...defaultConfiguration(id),
  version: Math.floor(nowMs / 1_000),
});
