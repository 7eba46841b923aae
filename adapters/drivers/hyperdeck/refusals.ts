// Why a command isn't possible, as messages for the caller.
import type { ClipSelection } from '../../../application/ports/players.js';
import { mediaOf } from '../../../domain/studio/clip.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { DeckState } from './state.js';

/** What to do about the refusals of a HyperDeck, by their codes. */
const hints: Readonly<Record<number, string>> = {
  105: 'it has no disk',
  107: 'its timeline is empty',
  111: 'its remote control is disabled; switch on REM at the deck',
};

/** Returns why a HyperDeck refuses a line. */
export const refusalOf = (line: string, code: number, text: string): string => {
  const hint = hints[code];
  const answer = `${String(code)} ${text}`;
  return `the HyperDeck refused ${line}: ${hint === undefined ? answer : `${hint} (${answer})`}`;
};

export const noClip = (selection: ClipSelection, { clips }: Pick<DeckState, 'clips'>): Failure =>
  failure(
    'device_error',
    clips.length === 0
      ? 'the HyperDeck has no clips: it has no disk, or an empty one'
      : `the HyperDeck has no clip "${mediaOf(selection.clip)}"; expected a name or an id of its timeline`,
  );

export const isRecording: Failure = failure('device_error', 'the HyperDeck is recording');

export const noFormat: Failure = failure(
  'device_error',
  'the HyperDeck reports no video format, so it has no positions',
);

export const nothingPlays = ({ output, scene }: { output: string; scene: string }): Failure =>
  failure('conflict', `nothing plays in the scene "${scene}" of the output "${output}"`);

/** Why a HyperDeck cues nothing (CUE-1). */
export const onePlayhead = 'a HyperDeck has one playhead, so a cue would take what it shows off air';
