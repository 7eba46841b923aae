// The key by which the service proves to the console which studio it is. In a file, it can be replaced while the service runs.
import * as E from 'fp-ts/lib/Either.js';
import type { Log } from '../../application/ports/log.js';
import { secretIn } from '../settings/secret-files.js';
import type { Settings } from '../settings/settings.js';

/** The studio key in force. */
export interface StudioKey {
  readonly current: () => string;
  /** Reads the file again, if the key stands in one. A file without a valid key is logged, and the key stays. */
  readonly reload: () => void;
}

/** Returns the key of the settings; undefined if there is none. */
export const studioKeyOf = ({ STUDIO_KEY, STUDIO_KEY_FILE }: Settings, log: Log): StudioKey | undefined => {
  if (STUDIO_KEY === undefined) return undefined;
  let key = STUDIO_KEY;
  const reload = (): void => {
    if (STUDIO_KEY_FILE === undefined) return;
    const read = secretIn('STUDIO_KEY', STUDIO_KEY_FILE);
    if (E.isLeft(read)) {
      log.error('the studio key was not replaced', { reason: read.left });
      return;
    }
    if (read.right !== key) log.info('the studio key was replaced');
    key = read.right;
  };
  return { current: () => key, reload };
};
