// Commands that a scene refuses in its present state, before anything is sent.
import { failure, type Failure } from '../../../domain/failure.js';
import type { ObsSceneCommand } from './scene-commands.js';

/** The state of a scene, with what its pending commands will bring. */
export interface RefusalContext {
  /** The player, for the message. */
  readonly player: string;
  readonly id: string;
  /** The name of the scene in OBS. */
  readonly scene: string;
  readonly inputCount: number;
  readonly isPlaying: boolean;
  readonly isCued: boolean;
  /** Whether the scene is in the program, or is switched to it. */
  readonly isInProgram: boolean;
  /** Whether the program shows a copy of the scene in which the command would have another effect. */
  readonly isCopyDifferent: boolean;
}

const inCopy = (scene: string): string => {
  const expected = 'expected a transition to the scene, program: true, or the scene inside that of the program';
  return `OBS is in Studio mode, and its program shows an earlier copy of the scene "${scene}"; ${expected}`;
};

const offProgram = ({ scene, isInProgram, isCopyDifferent }: RefusalContext): string | undefined => {
  if (!isInProgram) return `the scene "${scene}" is not in the program of OBS`;
  return isCopyDifferent ? inCopy(scene) : undefined;
};

const unlessPlaying = ({ isPlaying }: RefusalContext): string | undefined => (isPlaying ? undefined : 'nothing plays');

const refusals: Readonly<Record<ObsSceneCommand['type'], (context: RefusalContext) => string | undefined>> = {
  play: offProgram,
  take: (context) => (context.isCued ? offProgram(context) : 'nothing is cued'),
  cue: ({ id, scene, inputCount, isCopyDifferent }) => {
    if (inputCount < 2) return `the scene "${id}" has one media input; cueing needs a second one`;
    return isCopyDifferent ? inCopy(scene) : undefined;
  },
  stop: () => undefined,
  pause: unlessPlaying,
  resume: unlessPlaying,
  seek: unlessPlaying,
};

/** Returns why a scene refuses a command; undefined if it doesn't. */
export const refusalOf = ({ type }: ObsSceneCommand, context: RefusalContext): Failure | undefined => {
  const reason = refusals[type](context);
  return reason === undefined ? undefined : failure('conflict', `${context.player}: ${reason}`);
};
