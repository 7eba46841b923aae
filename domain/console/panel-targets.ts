// What a service reports for the set-up of control devices: its addresses, and the records that devices read and control most.
import * as t from 'io-ts';
import { redactTokens } from '../access/redaction.js';
import { shownText } from '../access/shown-text.js';
import { features } from '../feature.js';
import { boundedListOf, integer, looseText, oneOf, orNull, visible } from '../codec/codec.js';

/** The most entries of each list. The rest is counted. */
export const maxTargets = {
  urls: 8,
  outputs: 24,
  scenes: 8,
  clips: 48,
  signals: 48,
  macros: 24,
  stations: 48,
  panels: 48,
} as const;

const maxNameLength = 128;
const maxUrlLength = 300;

/** The most records that are counted beside those that are listed. */
export const maxFurther = 1_000_000;

const name = looseText(1, maxNameLength);

const OutputTarget = t.readonly(t.type({ slot: name, scenes: boundedListOf(name, maxTargets.scenes) }));
const ClipTarget = t.readonly(t.type({ number: integer(1, 999_999), name }));
const MacroFeatures = boundedListOf(oneOf(...features), features.length);
/** Older services don't report what a macro controls. */
const MacroTarget = t.readonly(t.intersection([t.type({ id: name, name }), t.partial({ features: MacroFeatures })]));
const NamedTarget = t.readonly(t.type({ id: name, name }));
type NamedTarget = t.TypeOf<typeof NamedTarget>;

const StationTargets = boundedListOf(NamedTarget, maxTargets.stations);
const PanelList = boundedListOf(NamedTarget, maxTargets.panels);

const Basis = t.type({
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
});

/** The addresses of a service, and records of its studio, with the names that routes have. Older services report no stations and panels. */
export const PanelTargets = t.readonly(
  t.intersection([Basis, t.partial({ stations: StationTargets, panels: PanelList })]),
  'ReportedTargets',
);
export type PanelTargets = t.TypeOf<typeof PanelTargets>;

/** The targets as the console's API returns them. */
export const PanelTargetsOverview = t.readonly(
  t.type({
    ...Basis.props,
    macros: boundedListOf(
      t.readonly(
        t.type({
          id: name,
          name,
          features: orNull(MacroFeatures, 'What its steps control; null if the service is too old to report it'),
        }),
      ),
      maxTargets.macros,
    ),
    stations: orNull(StationTargets, 'Null if the service is too old to report its stations'),
    panels: orNull(PanelList, 'Null if the service is too old to report its panels'),
  }),
  'PanelTargets',
);
export type PanelTargetsOverview = t.TypeOf<typeof PanelTargetsOverview>;

/** Whether a name can be part of a route as it is: short enough, visible and without a token. */
const isUsable = (text: string): boolean =>
  text !== '' && text.length <= maxNameLength && visible(redactTokens(text)) === text;

/** Returns a name for display, of at most `maxNameLength` characters. */
const shown = (text: string): string => shownText(text, maxNameLength);

const boundedNamed = (records: readonly NamedTarget[], max: number): readonly NamedTarget[] =>
  records
    .filter(({ id, name: shownName }) => [id, shownName].every(isUsable))
    .map((record) => ({ id: record.id, name: record.name }))
    .slice(0, max);

type Records = Pick<PanelTargets, 'outputs' | 'clips' | 'signals' | 'macros' | 'stations' | 'panels'>;

const countOf = ({ outputs, clips, signals, macros, stations = [], panels = [] }: Records): number =>
  [outputs, clips, signals, macros, stations, panels].reduce((sum, { length }) => sum + length, 0);

/** Returns the targets within all bounds. Records whose names are no use in a route, and those beyond the bounds, are counted. */
export const boundedTargets = (targets: PanelTargets): PanelTargets => {
  const { urls, outputs, clips, signals, macros, stations, panels, further } = targets;
  const listed = {
    outputs: outputs
      .filter(({ slot, scenes }) => [slot, ...scenes].every(isUsable))
      .map(({ slot, scenes }) => ({ slot, scenes: scenes.slice(0, maxTargets.scenes) }))
      .slice(0, maxTargets.outputs),
    clips: clips.slice(0, maxTargets.clips).map((clip) => ({ number: clip.number, name: shown(clip.name) })),
    signals: signals.filter(isUsable).slice(0, maxTargets.signals),
    macros: macros
      .filter(({ id }) => isUsable(id))
      .map((macro) => ({ ...macro, name: shown(macro.name) }))
      .slice(0, maxTargets.macros),
    ...(stations && { stations: boundedNamed(stations, maxTargets.stations) }),
    ...(panels && { panels: boundedNamed(panels, maxTargets.panels) }),
  };
  return {
    urls: urls.filter((url) => url.length <= maxUrlLength && visible(url) === url).slice(0, maxTargets.urls),
    ...listed,
    further: Math.min(maxFurther, further + countOf(targets) - countOf(listed)),
  };
};
