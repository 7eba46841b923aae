// A simulated camera, which recalls one of its angles.
import type { CameraDefinition } from '../domain/studio/camera.js';
import { succeed, reject, withoutTimers, type Behaviour } from './behaviour.js';

/** The id of the recalled angle; null before the first recall. */
export interface CameraState {
  readonly angle: string | null;
}

/** The command of a camera. */
export interface CameraCommand {
  readonly type: 'recall';
  readonly angle: string;
}

/** A camera with the angles of its definition. */
export const camera = ({ angles }: CameraDefinition): Behaviour<CameraState, CameraCommand> => ({
  initial: { angle: null },
  execute: (state, { command }) =>
    angles.some(({ id }) => id === command.angle)
      ? succeed({ angle: command.angle })
      : reject(state, `it has no angle "${command.angle}"`),
  reflects: (state, { command }) => state.angle === command.angle,
  ...withoutTimers,
});
