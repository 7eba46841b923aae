// Follows the studio file while the service runs: reads it when it changes, and on demand.
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { SettledContent, type ContentReader } from '../../adapters/node/settled-content.js';
import { watchFileChanges } from '../../adapters/node/watch-file.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { StudioSource } from '../../application/ports/studio-file.js';
import type { LayoutIntake } from '../../application/state/layout-intake.js';
import { issueLines, readStudioSource, readStudioText } from './studio-file.js';

/** A studio file that is followed. */
export interface FollowedStudioFile {
  /** Reads the file, whether it has changed or not. */
  readonly reload: () => void;
  readonly stop: () => void;
}

/** Stands for a service without a studio file. */
export const noStudioFile: FollowedStudioFile = { reload: () => undefined, stop: () => undefined };

export interface FollowDeps {
  readonly intake: Pick<LayoutIntake, 'offer'>;
  /** The clock of the waits for a file to settle. */
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  /** Is called once the file has changed. */
  readonly onChanged?: () => void;
}

const readerOf = (file: string): ContentReader<StudioSource> => ({
  read: () => readStudioSource(file),
  keyOf: (source) => JSON.stringify(source),
  isMissing: (source) => E.isLeft(source) && source.left.isMissing === true,
});

/** Follows a studio file until it is stopped (RELOAD-1). */
export const followStudioFile = (file: string, { intake, clock, log, onChanged }: FollowDeps): FollowedStudioFile => {
  const path = resolve(file);
  const offer = (source: StudioSource, isRequested: boolean): void => {
    const read = E.isLeft(source) ? E.left([source.left]) : readStudioText(source.right);
    onChanged?.();
    const result = intake.offer(E.isLeft(read) ? E.left(issueLines(file, read.left)) : read);
    if (result === 'unchanged' && isRequested) log.info('the studio file was read again; nothing has changed');
  };
  const content = new SettledContent(readerOf(path), clock, offer);
  const check = (): void => {
    content.check();
  };
  const stopWatching = watchFileChanges(path, check, (error) => {
    log.warn('changes of the studio file are not reported; it is looked at every 5 s', { reason: error.message });
  });
  check();
  return {
    reload: () => {
      content.demand();
    },
    stop: () => {
      stopWatching();
      content.stop();
    },
  };
};
