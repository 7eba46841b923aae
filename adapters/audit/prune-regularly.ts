// Removes old files of the audit log or the as-run log from time to time.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { SegmentFiles } from './segment-files.js';

/** How often files that are too old are looked for, in milliseconds. */
const pruneEveryMs = 3_600_000;

/** What removing uses. `name` is what the files are, for the log. */
export interface PruneDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  readonly name: string;
}

/** Removes old files from time to time. Returns a function that ends this. */
export const pruneRegularly = (
  all: readonly Pick<SegmentFiles, 'prune'>[],
  { clock, log, name }: PruneDeps,
): (() => void) => {
  let cancel: () => void;
  const prune = (): void => {
    cancel = clock.after(pruneEveryMs, prune);
    for (const files of all)
      files.prune().catch((error: unknown) => {
        log.warn(`old files of ${name} could not be removed`, { error });
      });
  };
  cancel = clock.after(pruneEveryMs, prune);
  return () => {
    cancel();
  };
};
