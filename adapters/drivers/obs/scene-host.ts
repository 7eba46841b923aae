// What the scenes of an output use.
import type { Clock } from '../../../application/ports/clock.js';
import type { ObsLink } from './link.js';
import type { ClipFiles } from './scene-state.js';

export interface SceneHost {
  readonly clock: Clock;
  readonly link: Pick<ObsLink, 'request'>;
  readonly files: ClipFiles;
  /** The name of the player in messages. */
  readonly player: string;
  /** Whether clips switch the program to the scene. */
  readonly program: boolean;
  /** The state may have changed. */
  readonly changed: () => void;
  /** OBS has another reason why the scene can't be used. */
  readonly noteProblem: (problem: string) => void;
}
