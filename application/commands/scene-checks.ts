// Checks the state of a scene before a command is sent that needs it.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { Players, SceneState } from '../ports/players.js';

/** Returns why the state of a scene refuses a command; undefined if it doesn't. */
export type SceneCheck = (state: SceneState) => Failure | undefined;

/** Returns the failure of a command that the state of a scene doesn't allow. */
export const sceneConflict = (why: string, { id }: SceneState): Failure =>
  failure('conflict', `${why} in the scene "${id}"`);

/** A take needs a cued clip (TAKE-2). */
export const needsCuedClip: SceneCheck = (state) =>
  state.cued === null ? sceneConflict('nothing is cued', state) : undefined;

/** Checks the state of a scene. Of a player that isn't connected it is unknown: the player refuses the command itself. */
export const checkScene = (
  { state }: Pick<Players, 'state'>,
  { output, scene }: { readonly output: string; readonly scene: string },
  check: SceneCheck,
): E.Either<Failure, void> => {
  const { connected, scenes } = state(output);
  const found = scenes.find(({ id }) => id === scene);
  const refused = connected && found ? check(found) : undefined;
  return refused === undefined ? E.right(undefined) : E.left(refused);
};
