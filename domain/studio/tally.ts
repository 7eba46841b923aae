// Tally: whether the picture of an output or a camera is on air, is about to be, or is neither (TALLY-1 to TALLY-4).
import * as t from 'io-ts';
import { described, field, isSameName, listOf, oneOf, orNull, refined, text } from '../codec/codec.js';
import { idOf } from './common-fields.js';

/** The tally of an output or a camera that is known. */
export const Tally = described(oneOf('program', 'preview', 'off'), {
  description: '`program`: on air; `preview`: about to be on air; `off`: neither',
  examples: ['program'],
});
export type Tally = t.TypeOf<typeof Tally>;

/** The field of a record, and the result of its own route. */
export const optionalTally = orNull(
  Tally,
  '`program`: on air; `preview`: about to be on air; `off`: neither; null while this is unknown',
);

/** A clip that shows a camera: by its key, in any bank or in one, and in any scene of the output or in one. */
const ClipShot = t.readonly(
  t.intersection([
    t.type({ output: idOf('the output that plays it'), clip: field(text(1, 64), 'Key of the clip') }),
    t.partial({
      scene: field(text(1, 64), 'Id of the scene that plays it; any scene if left out'),
      bank: field(text(1, 64), 'Key of its bank; any bank if left out'),
    }),
  ]),
);
type ClipShot = t.TypeOf<typeof ClipShot>;

/** A signal that is on while equipment, such as a vision mixer, shows a camera or is about to. */
const SignalShot = t.readonly(
  t.type({
    signal: idOf('a signal that is on while a mixer shows the camera'),
    shows: field(
      oneOf('program', 'preview'),
      '`program`: what is on air, while the studio is; `preview`: what is next',
    ),
  }),
);

const CameraShot = t.union([ClipShot, SignalShot]);
export type CameraShot = t.TypeOf<typeof CameraShot>;

/** The clips and signals that show a camera, at least one. */
export const CameraShots = refined(
  listOf(CameraShot),
  ({ length }) => length > 0,
  'a list of at least one clip or signal',
);

/** A clip by its key, and the bank that it belongs to. */
interface ShownClip {
  readonly bank: string;
  readonly clip: { readonly key: string };
}

/** What is on, and what the next take puts on. */
interface ShownClips {
  readonly run: ShownClip | null;
  readonly cued: ShownClip | null;
}

/** The clips of one scene. */
interface SceneClips extends ShownClips {
  readonly id: string;
  /** What counts though it isn't on: what a command replaces that is pending, or a clip whose picture stands. */
  readonly held?: ShownClips | undefined;
  /** Whether it is unknown what is on. */
  readonly isUnknown?: boolean;
}

/** What the player of an output reported last, and whether it is connected. */
export interface OutputClips {
  readonly connected: boolean;
  readonly scenes: readonly SceneClips[];
}

/** Whether a clip concerns a tally. */
type Concerns = (clip: ShownClip) => boolean;

/**
 * A clip that was on or cued when the player was lost still counts: a playout server goes on without the service. Nothing
 * else is known of an output whose player isn't connected, and of a scene that its player can't report.
 */
const tallyOf = (isOnAir: boolean, { connected, scenes }: OutputClips, concerns: Concerns): Tally | null => {
  const shows = (field: 'run' | 'cued'): boolean =>
    scenes.some(({ [field]: now, held }) =>
      [now, held?.[field] ?? null].some((clip) => clip !== null && concerns(clip)),
    );
  if (shows('run')) return isOnAir ? 'program' : 'preview';
  if (shows('cued')) return 'preview';
  return connected && scenes.every(({ isUnknown }) => isUnknown !== true) ? 'off' : null;
};

/** Returns the tally of an output; null if it is unknown. */
export const outputTally = (isOnAir: boolean, clips: OutputClips): Tally | null => tallyOf(isOnAir, clips, () => true);

const concernsShot =
  (shot: ClipShot): Concerns =>
  ({ bank, clip }) =>
    isSameName(clip.key, shot.clip) && (shot.bank === undefined || isSameName(bank, shot.bank));

/** Returns what the player reported of the scenes in which a clip counts. */
const scenesOf = ({ scene }: ClipShot, { connected, scenes }: OutputClips): OutputClips => ({
  connected,
  scenes: scenes.filter(({ id }) => scene === undefined || scene === id),
});

/** The tallies, from the one that counts most. Of several outputs, one that is unknown may show the camera. */
const precedence = ['program', 'preview', null, 'off'] as const;

/** What the line of a signal reported last; null before its first report. */
export interface SignalReport {
  readonly value: boolean | null;
  readonly connected: boolean;
}

/** What the tallies of cameras follow from. */
export interface Shown {
  readonly clipsOf: (output: string) => OutputClips;
  readonly signal: (id: string) => SignalReport;
}

/** A signal that was on when its line was lost still counts, as a clip does. */
const signalTally = (isOnAir: boolean, shows: Tally, { value, connected }: SignalReport): Tally | null => {
  if (value === true) return isOnAir ? shows : 'preview';
  return value === false && connected ? 'off' : null;
};

/** Returns the tally of a camera; null if it is unknown, or if nothing shows the camera. */
export const cameraTally = (
  isOnAir: boolean,
  shots: readonly CameraShot[],
  { clipsOf, signal }: Shown,
): Tally | null => {
  const tallyOfShot = (shot: CameraShot): Tally | null =>
    'signal' in shot
      ? signalTally(isOnAir, shot.shows, signal(shot.signal))
      : tallyOf(isOnAir, scenesOf(shot, clipsOf(shot.output)), concernsShot(shot));
  const tallies = new Set(shots.map(tallyOfShot));
  return precedence.find((tally) => tallies.has(tally)) ?? null;
};
