// The port of the cameras.
import type { Watch } from './watch.js';
import type { SendResult } from './commands.js';

/** The cameras that recall angles. */
export interface Cameras {
  readonly recall: (camera: string, angle: string) => SendResult;
  /** The id of the angle last told by the camera, null before the first. */
  readonly angle: (camera: string) => string | null;
  /** Tells the id of a camera whose angle may have changed. */
  readonly watch: Watch;
}
