// The commands to one scene, and when a report of its mix shows the effect of one.
import type { SceneVerb } from '../shared/scenes/parts.js';
import type { OnAir } from './clip-run.js';
import { isInputOf } from './clip-input.js';
import type { MixReport } from './mix-report.js';
import { frameMs, isPaused, isRunning, MovedPlayhead } from '../shared/scenes/playhead.js';
import type { VmixInput } from './state.js';

/** A command to one scene. */
export interface MixCommand {
  readonly type: SceneVerb | 'repeated take';
  /** The clip that a play, take or cue names. */
  readonly clip?: OnAir;
  /** The playhead that the command moves. */
  readonly playhead?: MovedPlayhead;
  /** Whether a report shows the command. Called once for each report after the command was accepted. */
  readonly isDone: (report: MixReport) => boolean;
}

/** Returns what a command does. */
export const verbOf = ({ type }: MixCommand): SceneVerb => (type === 'repeated take' ? 'take' : type);

/** Puts a clip on air from its beginning. */
export const startCommand = (type: 'play' | 'take', clip: OnAir): MixCommand => {
  const playhead = MovedPlayhead.started();
  return {
    type,
    clip,
    playhead,
    isDone: ({ active, atMs }) =>
      active !== undefined && isInputOf(active, clip.input) && (!clip.input.isTimed || playhead.shows(active, atMs)),
  };
};

const isAtBeginning = (input: VmixInput): boolean => !isRunning(input) && input.positionMs <= frameMs;

export const cueCommand = (clip: OnAir): MixCommand => ({
  type: 'cue',
  clip,
  isDone: ({ preview, isOnAir }) =>
    preview !== undefined &&
    isInputOf(preview, clip.input) &&
    (!clip.input.isTimed || isOnAir(preview.key) || isAtBeginning(preview)),
});

/** Whether a preview that no command has brought counts as cued: the clip is ready to start. */
export const isReady = ({ preview, isOnAir }: MixReport): boolean =>
  preview !== undefined && !isOnAir(preview.key) && isPaused(preview) && isAtBeginning(preview);

export const stopCommand: MixCommand = { type: 'stop', isDone: ({ hasClip }) => !hasClip };

/** A take that repeats one whose clip is on. */
export const repeatedTake = ({ input }: OnAir): MixCommand => ({
  type: 'repeated take',
  isDone: ({ active }) => active !== undefined && isInputOf(active, input),
});

export const pauseCommand = (type: 'pause' | 'resume', { input }: OnAir): MixCommand => ({
  type,
  isDone: ({ active }) =>
    active !== undefined && isInputOf(active, input) && (type === 'pause' ? isPaused(active) : isRunning(active)),
});

/** Moves a clip to a position, in milliseconds. */
export const seekCommand = ({ input }: OnAir, positionMs: number): MixCommand => {
  const playhead = MovedPlayhead.sought(positionMs);
  return {
    type: 'seek',
    playhead,
    isDone: ({ active, atMs }) => active !== undefined && isInputOf(active, input) && playhead.shows(active, atMs),
  };
};
