// The port of the cameras.
import type { CameraCommand } from '../../domain/studio/command.js';
import type { Watch } from './watch.js';
import type { Refusal, SendResult } from './commands.js';

/** The cameras that recall angles. */
export interface Cameras {
  readonly send: (command: CameraCommand) => SendResult;
  /** Absent if it refuses none. */
  readonly refusal?: Refusal<CameraCommand> | undefined;
  /** Returns the id of the angle that the camera reported last; null before the first report. */
  readonly angle: (camera: string) => string | null;
  readonly connected: (camera: string) => boolean;
  /** Whether a driver controls the camera. One without is never connected, which is no fault. */
  readonly hasDriver: (camera: string) => boolean;
  /** Reports the id of a camera whose angle or connection may have changed. */
  readonly watch: Watch;
}
