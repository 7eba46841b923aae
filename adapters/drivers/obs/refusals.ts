// Commands that a scene refuses in its present state, before anything is sent.
import type { SceneCommand } from './scene-commands.js';

/** The state of a scene, with what its pending commands will bring. */
export interface RefusalContext {
  readonly id: string;
  /** The name of the scene in OBS. */
  readonly scene: string;
  readonly inputCount: number;
  readonly isPlaying: boolean;
  readonly isCued: boolean;
  /** Whether the scene is in the program, or is switched to it. */
  readonly isInProgram: boolean;
}

const offProgram = ({ scene, isInProgram }: RefusalContext): string | undefined =>
  isInProgram ? undefined : `the scene "${scene}" is not in the program of OBS`;

const unlessPlaying = ({ isPlaying }: RefusalContext): string | undefined => (isPlaying ? undefined : 'nothing plays');

const refusals: Readonly<Record<SceneCommand['type'], (context: RefusalContext) => string | undefined>> = {
  play: offProgram,
  take: (context) => (context.isCued ? offProgram(context) : 'nothing is cued'),
  cue: ({ id, inputCount }) =>
    inputCount > 1 ? undefined : `the scene "${id}" has one media input; cueing needs a second one`,
  stop: () => undefined,
  pause: unlessPlaying,
  resume: unlessPlaying,
  seek: unlessPlaying,
};

/** Returns why a scene refuses a command; undefined if it doesn't. */
export const refusalOf = ({ type }: SceneCommand, context: RefusalContext): string | undefined =>
  refusals[type](context);
