// Warnings about something that happens many times while it lasts.
import type { Log } from '../../../application/ports/log.js';

/** Logs the first failure after a success, so that what lasts doesn't fill the log. */
export interface FailureWarning {
  readonly failed: (reason: string) => void;
  readonly succeeded: () => void;
}

/** Returns a warning with this text. */
export const failureWarning = (log: Pick<Log, 'warn'>, text: string): FailureWarning => {
  let hasFailed = false;
  return {
    failed: (reason) => {
      if (!hasFailed) log.warn(text, { reason });
      hasFailed = true;
    },
    succeeded: () => {
      hasFailed = false;
    },
  };
};
