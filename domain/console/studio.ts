// A studio in the console: its id, its name and its first access configuration.
import * as t from 'io-ts';
import { listOf, matchable, refined, text } from '../codec/codec.js';
import { defaultConfiguration, type AccessConfiguration } from '../access/configuration.js';

/** Valid in a URL, as a file name and as the username of HTTP Basic. */
export const StudioId = refined(
  t.string,
  (id) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id),
  'a text of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or digit',
);

/** A studio in the console. */
export const ConsoleStudio = t.readonly(t.type({ id: StudioId, name: text(1, 128) }), 'Studio');
export type ConsoleStudio = t.TypeOf<typeof ConsoleStudio>;

/** The most labels of a studio. */
const maxLabels = 16;

const isUnique = (labels: readonly string[]): boolean => new Set(labels.map(matchable)).size === labels.length;

const labelsOf = (label: t.Type<string>): t.Type<readonly string[]> =>
  refined(
    listOf(label),
    (labels) => labels.length <= maxLabels && isUnique(labels),
    `a list of at most ${String(maxLabels)} different labels`,
    { maxItems: maxLabels },
  );

/** Labels as they may be stored: those of earlier versions may contain commas. */
export const StoredStudioLabels = labelsOf(text(1, 32));

/**
 * The labels of a studio, by which operators group studios: at most 16 of 1 to 32 characters, each once in any case. The
 * page separates them by commas, so a label has none.
 */
export const StudioLabels = labelsOf(
  refined(
    text(1, 32),
    (label) => !label.includes(','),
    'a text of 1 to 32 characters without commas, and without control or invisible characters',
  ),
);

/**
 * Returns the configuration of a studio added at `nowMs`. Its version is that time in seconds, so that services accept
 * the configurations of a newly installed console after an earlier one was lost.
 */
export const initialConfiguration = ({ id }: ConsoleStudio, nowMs: number): AccessConfiguration => ({
  ...defaultConfiguration(id),
  version: Math.floor(nowMs / 1_000),
});
