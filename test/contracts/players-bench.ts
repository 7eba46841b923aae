// A player under test, for the suites of the players port.
import type { ClipSelection, Players } from '../../application/ports/players.js';
import type { Scene } from '../../domain/studio/output.js';
import { scenesOf } from '../support/scenes.js';
import type { Bench } from './device-commands.js';

/** A selection of a clip whose length is known. */
export interface TimedSelection extends ClipSelection {
  readonly clip: ClipSelection['clip'] & { readonly durationMs: number };
}

/** A player under test: one output with scenes, all idle, and clips that it can play. */
export interface PlayersBench extends Bench {
  readonly players: Players;
  readonly now: () => number;
  readonly output: string;
  readonly scenes: readonly [string, ...string[]];
  /** Two clips that run longer than a test, and one that ends within its `durationMs`. */
  readonly selections: readonly [TimedSelection, TimedSelection];
  readonly shortClip: TimedSelection;
}

/** What not every player can do. */
export interface PlayerAbilities {
  /** Whether an output of the bench has two scenes. */
  readonly hasSecondScene: boolean;
  /** Whether it cues clips while others are on. */
  readonly cues: boolean;
}

/** Returns the second scene of a bench, which has one. */
export const secondScene = ({ scenes: [first, second = first] }: Pick<PlayersBench, 'scenes'>): string => second;

/** Returns a scene as callers read it now. */
export const sceneOf = ({ players, output, now }: PlayersBench, id: string): Scene | undefined =>
  scenesOf(players, output, now()).find((scene) => scene.id === id);
