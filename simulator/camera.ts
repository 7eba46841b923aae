// A camera: it stands at one of its angles, and recalls another when told.
import type { CameraDefinition } from '../domain/studio/camera.js';
import { succeed, reject, timeless, type Behaviour } from './behaviour.js';

/** The id of the recalled angle, null before the first recall. */
export interface CameraState {
  readonly angle: string | null;
}

/** What a camera obeys. */
export interface CameraCommand {
  readonly type: 'recall';
  readonly angle: string;
}

/** A camera that knows the angles it is laid out with. */
export const camera = ({ angles }: CameraDefinition): Behaviour<CameraState, CameraCommand> => ({
  first: { angle: null },
  obey: (state, { command }) =>
    angles.some(({ id }) => id === command.angle)
      ? succeed({ angle: command.angle })
      : reject(state, `it has no angle "${command.angle}"`),
  shows: (state, { command }) => state.angle === command.angle,
  ...timeless,
});
