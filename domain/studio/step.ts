// Steps of macros and automations. Each one starts when the previous one is acknowledged.
import * as t from 'io-ts';
import { text, integer } from '../codec/codec.js';
import { singleFieldUnion } from '../codec/single-field-union.js';
import type { Feature } from '../feature.js';
import { dayMs } from '../time-units.js';
import { StudioStatus } from './studio.js';
import { VariableValue } from './variable.js';

const reference = text(1, 64);

const SceneTarget = t.type({ output: reference, scene: reference });

/** A clip in a scene; `bank` defaults to the bank that is active then. */
const ClipTarget = t.intersection([SceneTarget, t.type({ clip: reference }), t.partial({ bank: reference })]);

/** The kinds of steps, each by its only field. */
const kinds = {
  play: ClipTarget,
  cue: ClipTarget,
  take: SceneTarget,
  /** Stops one scene, or all scenes of the output. */
  stop: t.intersection([t.type({ output: reference }), t.partial({ scene: reference })]),
  /** Plays the clips of a bank one after the other. `from` and `until`: the first and the last; `loop`: again and again. */
  playlist: t.intersection([
    SceneTarget,
    t.type({ bank: reference }),
    t.partial({ from: reference, until: reference, loop: t.boolean }),
  ]),
  next: SceneTarget,
  previous: SceneTarget,
  /** Ends the playlist of a scene at the end of the clip that is on. */
  endPlaylist: SceneTarget,
  recall: t.type({ camera: reference, angle: reference }),
  switch: t.type({ signal: reference, on: t.boolean }),
  /** `ms`: 50 ms to 10 s; defaults to 500. */
  pulse: t.intersection([t.type({ signal: reference }), t.partial({ ms: integer(50, 10_000) })]),
  /** Sets a variable by its id. A text is parsed as a caller's would be. */
  set: t.type({ variable: reference, value: VariableValue }),
  activate: t.type({ bank: reference }),
  /** Runs a macro to its end. `with`: its parameters. */
  run: t.intersection([t.type({ macro: reference }), t.partial({ with: t.record(t.string, VariableValue) })]),
  studio: StudioStatus,
  /** A pause of 1 ms to a day. */
  waitMs: integer(1, dayMs),
};
type Kinds = typeof kinds;

/** One step. */
export const Step = singleFieldUnion(kinds);
export type Step = t.TypeOf<typeof Step>;

/** The content of a kind of step. */
export type StepContent<Kind extends keyof Kinds> = t.TypeOf<Kinds[Kind]>;

/** One function for each kind of step. */
export type StepCases<A> = { readonly [Kind in keyof Kinds]: (content: StepContent<Kind>) => A };

const entryOf = (step: Step): readonly [keyof Kinds, never] => {
  const [entry] = Object.entries(step) as unknown as [[keyof Kinds, never]];
  return entry;
};

/** Calls the function for a step's kind. */
export const foldStep =
  <A>(cases: StepCases<A>) =>
  (step: Step): A => {
    const [kind, content] = entryOf(step);
    return cases[kind](content);
  };

/** What the kinds of steps control: the feature of the same action of a caller; null for a pause. */
const controlled: Readonly<Record<keyof Kinds, Feature | null>> = {
  play: 'outputs',
  cue: 'outputs',
  take: 'outputs',
  stop: 'outputs',
  playlist: 'outputs',
  next: 'outputs',
  previous: 'outputs',
  endPlaylist: 'outputs',
  recall: 'cameras',
  switch: 'signals',
  pulse: 'signals',
  set: 'variables',
  activate: 'outputs',
  run: 'macros',
  studio: 'studio',
  waitMs: null,
};

/** The kinds of steps whose action is meant for the station that holds the studio (STATION-8). */
const stationScoped: ReadonlySet<string> = new Set<string>([
  ...['play', 'cue', 'take', 'stop', 'playlist', 'next', 'previous', 'endPlaylist'],
  'set',
]);

/** Returns the feature that a step controls; null for a pause. */
export const featureOfStep = (step: Step): Feature | null => controlled[entryOf(step)[0]];

/** Whether a step acts for the station that holds the studio. */
export const isStationScoped = (step: Step): boolean => stationScoped.has(entryOf(step)[0]);
