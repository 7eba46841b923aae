// Steps of macros and automations. Each one starts when the previous one is acknowledged.
import * as t from 'io-ts';
import { field, integer, text } from '../codec/codec.js';
import { singleFieldUnion } from '../codec/single-field-union.js';
import type { Feature } from '../feature.js';
import { dayMs } from '../time-units.js';
import { idOf, SceneId } from './common-fields.js';
import { defaultPulseMs } from './signal.js';
import { StudioStatus } from './studio.js';
import { VariableValue } from './variable.js';

const ScenePlace = { output: idOf('the output'), scene: SceneId };

const SceneTarget = t.type(ScenePlace);

const bank = field(text(1, 64), 'Key of a bank');
const clip = field(text(1, 64), 'Number or key of a clip in the bank');
const signal = idOf('the signal');

/** A clip in a scene. */
const ClipTarget = t.intersection([
  t.type({ ...ScenePlace, clip }),
  t.partial({ bank: field(bank, 'Key of the bank; the one that is active then if left out') }),
]);

/** The kinds of steps, each by its only field. */
const kinds = {
  play: field(ClipTarget, 'Plays a clip'),
  cue: field(ClipTarget, 'Prepares a clip for `take`'),
  take: field(SceneTarget, 'Puts the cued clip of a scene on air'),
  stop: field(
    t.intersection([
      t.type({ output: ScenePlace.output }),
      t.partial({ scene: field(SceneId, 'Id of a scene of the output; all scenes if left out') }),
    ]),
    'Stops the clips of an output',
  ),
  playlist: field(
    t.intersection([
      t.type({ ...ScenePlace, bank }),
      t.partial({
        from: field(clip, 'Number or key of the first clip; the first of the bank if left out'),
        until: field(clip, 'Number or key of the last clip; the last of the bank if left out'),
        loop: field(t.boolean, 'Whether it starts again at its end', { default: false }),
      }),
    ]),
    'Plays the clips of a bank one after the other',
  ),
  next: field(SceneTarget, 'Goes on to the next clip of a playlist'),
  previous: field(SceneTarget, 'Goes back to the previous clip of a playlist'),
  endPlaylist: field(SceneTarget, 'Ends the playlist of a scene at the end of the clip that is on'),
  recall: field(
    t.type({ camera: idOf('the camera'), angle: idOf('an angle of the camera') }),
    'Moves a camera to an angle',
  ),
  switch: field(t.type({ signal, on: field(t.boolean, 'Whether it is switched on, or off') }), 'Switches a signal'),
  pulse: field(
    t.intersection([
      t.type({ signal }),
      t.partial({
        ms: field(integer(50, 10_000), 'How long the pulse lasts, in milliseconds', { default: defaultPulseMs }),
      }),
    ]),
    'Switches a signal on, and off again',
  ),
  set: field(
    t.type({
      variable: idOf('the variable'),
      value: field(VariableValue, "Its new value. A text is read as a caller's would be; null unsets it"),
    }),
    'Sets a variable',
  ),
  activate: field(t.type({ bank }), 'Makes a bank the one that clips play from'),
  run: field(
    t.intersection([
      t.type({ macro: idOf('the macro') }),
      t.partial({ with: field(t.record(t.string, VariableValue), "Values of the macro's parameters, by their names") }),
    ]),
    'Runs a macro to its end',
  ),
  studio: field(StudioStatus, 'Puts the studio on air, or takes it off'),
  waitMs: field(integer(1, dayMs), 'How long the next step waits, in milliseconds'),
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
