// Tells the console what is in force, again and again until it has heard it; only the newest word counts.
import type { Verdict } from '../../application/configuration.js';
import type { Clock, Log } from '../../application/ports.js';
import { backoffMs, waitFor } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { question } from './question.js';

/** What telling takes. */
export interface TellingNeeds {
  readonly client: Pick<ConsoleClient, 'tell'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Tells in the background. */
export interface Teller {
  readonly tell: (verdict: Verdict) => void;
  /** Resolves once nothing is being told. */
  readonly idle: () => Promise<void>;
}

/** Makes a teller that gives up when `stopped` fires. */
export const teller = (needs: TellingNeeds, stopped: AbortSignal): Teller => {
  const { client, clock, random } = needs;
  let untold: Verdict | undefined;
  let telling: Promise<void> | undefined;

  const tellOnce = async (verdict: Verdict, failures: number): Promise<number> => {
    const told = await question(needs, (signal) => client.tell(verdict, signal), stopped);
    if (told !== undefined && untold === verdict) untold = undefined;
    if (told === undefined) await waitFor(clock, backoffMs(failures + 1, random()), stopped);
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
