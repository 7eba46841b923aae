// What a service reports for the set-up of control devices: its addresses, and the records that devices read and control most.
import * as t from 'io-ts';
import { redactTokens } from '../access/redaction.js';
import { shownText } from '../access/shown-text.js';
import { boundedListOf, integer, looseText, visible } from '../codec/codec.js';

/** The most entries of each list. The rest is counted. */
export const maxTargets = { urls: 8, outputs: 24, scenes: 8, clips: 48, signals: 48, macros: 24 } as const;

const maxNameLength = 128;
const maxUrlLength = 300;

/** The most records that are counted beside those that are listed. */
const maxFurther = 1_000_000;

const name = looseText(1, maxNameLength);

const OutputTarget = t.readonly(t.type({ slot: name, scenes: boundedListOf(name, maxTargets.scenes) }));
const ClipTarget = t.readonly(t.type({ number: integer(1, 999_999), name }));
const MacroTarget = t.readonly(t.type({ id: name, name }));

/** The addresses of a service, and records of its studio, with the names that routes have. */
export const PanelTargets = t.readonly(
  t.type({
    /** Base addresses of the service, such as `http://10.20.0.5:3002`. */
    urls: boundedListOf(looseText(1, maxUrlLength), maxTargets.urls),
    outputs: boundedListOf(OutputTarget, maxTargets.outputs),
    /** The clips of the active bank. */
    clips: boundedListOf(ClipTarget, maxTargets.clips),
    /** The identifiers of signals. */
    signals: boundedListOf(name, maxTargets.signals),
    macros: boundedListOf(MacroTarget, maxTargets.macros),
    /** How many records of these kinds the studio has beside those listed. */
    further: integer(0, maxFurther),
  }),
  'PanelTargets',
);
export type PanelTargets = t.TypeOf<typeof PanelTargets>;

/** Whether a name can be part of a route as it is: short enough, visible and without a token. */
const isUsable = (text: string): boolean =>
  text !== '' && text.length <= maxNameLength && visible(redactTokens(text)) === text;

/** Returns a name for display, of at most `maxNameLength` characters. */
const shown = (text: string): string => shownText(text, maxNameLength);

/** Returns the targets within all bounds. Records whose names are no use in a route, and those beyond the bounds, are counted. */
export const boundedTargets = ({ urls, outputs, clips, signals, macros, further }: PanelTargets): PanelTargets => {
  const listed = {
    outputs: outputs
      .filter(({ slot, scenes }) => [slot, ...scenes].every(isUsable))
      .map(({ slot, scenes }) => ({ slot, scenes: scenes.slice(0, maxTargets.scenes) }))
      .slice(0, maxTargets.outputs),
    clips: clips.slice(0, maxTargets.clips).map((clip) => ({ number: clip.number, name: shown(clip.name) })),
    signals: signals.filter(isUsable).slice(0, maxTargets.signals),
    macros: macros
      .filter(({ id }) => isUsable(id))
      .map((macro) => ({ id: macro.id, name: shown(macro.name) }))
      .slice(0, maxTargets.macros),
  };
  const count = (lists: Readonly<Record<keyof typeof listed, readonly unknown[]>>): number =>
    lists.outputs.length + lists.clips.length + lists.signals.length + lists.macros.length;
  return {
    urls: urls.filter((url) => url.length <= maxUrlLength && visible(url) === url).slice(0, maxTargets.urls),
    ...listed,
    further: Math.min(maxFurther, further + count({ outputs, clips, signals, macros }) - count(listed)),
  };
};
