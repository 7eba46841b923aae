// Tells the console what is in force, again and again until it has heard it; only the newest word counts.
import type { IntakeResult } from '../../application/access/configuration-intake.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { backoffMs, jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** What telling takes. */
export interface AppliedVersionReporterDeps {
  readonly client: Pick<ConsoleClient, 'tell'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Tells in the background. */
export interface AppliedVersionReporter {
  readonly tell: (verdict: IntakeResult) => void;
  /** Resolves once nothing is being told. */
  readonly idle: () => Promise<void>;
}

/** Makes a teller that gives up when `stopped` fires. */
export const appliedVersionReporter = (
  needs: AppliedVersionReporterDeps,
  stopped: AbortSignal,
): AppliedVersionReporter => {
  const { client, clock, random } = needs;
  let untold: IntakeResult | undefined;
  let telling: Promise<void> | undefined;

  const tellOnce = async (verdict: IntakeResult, failures: number): Promise<number> => {
    const told = await requestWithTimeout(needs, (signal) => client.tell(verdict, signal), stopped);
    if (told !== undefined && untold === verdict) untold = undefined;
    if (told === undefined) await jitteredBackoffMs(clock, backoffMs(failures + 1, random()), stopped);
    return told === undefined ? failures + 1 : 0;
  };

  const tellAll = async (): Promise<void> => {
    let failures = 0;
    while (untold !== undefined && !stopped.aborted) failures = await tellOnce(untold, failures);
    telling = undefined;
  };

  return {
    tell: (verdict) => {
      untold = verdict;
      telling ??= tellAll();
    },
    idle: async () => telling,
  };
};
