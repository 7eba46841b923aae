// Waits for a command's acknowledgement, up to its time-out, and tells how it ended.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../domain/failure.js';
import type { Following, Result, Started } from './operation.js';
import type { Clock, Ended, Sent } from './ports.js';

/** A command was taken on and isn't waited for. */
export const accepted = 'accepted';

/** How a call is answered. */
export type Answered = E.Either<Failure, Result | Following | typeof accepted>;

/** Acknowledgements of one running service. None of its promises rejects. */
export interface Acknowledgements {
  /**
   * Waits for an acknowledgement, or answers at once, as the caller asked. `told` is called with everything that is heard
   * of the end, before the caller hears of it, and also once nobody waits any more.
   */
  readonly await: (started: Started, told: (ended: Ended) => void) => Promise<Answered>;
  /** Waits up to `timeoutMs`; after that `ack_timeout`, or the device's own verdict where it has one. */
  readonly within: (acknowledged: Promise<Ended>, timeoutMs: number, verdict?: Sent['verdict']) => Promise<Ended>;
  /** Ends every wait as `ack_timeout`: the service has to stop. */
  readonly abandon: () => void;
}

const late = (timeoutMs: number): Ended =>
  E.left(failure('ack_timeout', `no acknowledgement within ${String(timeoutMs)} ms`));

const stopped: Ended = E.left(failure('ack_timeout', 'the service had to stop before the acknowledgement came'));

/** Waiting on an injected clock. */
export const acknowledgements = (clock: Clock): Acknowledgements => {
  const waiting = new Set<(ended: Ended) => void>();

  const within: Acknowledgements['within'] = (acknowledged, timeoutMs, verdict) =>
    new Promise((resolve) => {
      const end = (ended: Ended): void => {
        callOff();
        waiting.delete(end);
        resolve(ended);
      };
      const callOff = clock.after(timeoutMs, () => {
        const failed = verdict?.();
        end(failed === undefined ? late(timeoutMs) : E.left(failed));
      });
      waiting.add(end);
      void acknowledged.then(end);
    });

  return {
    await: async ({ acknowledged, verdict, timeoutMs, wait, result }, told) => {
      const ended = within(acknowledged, timeoutMs, verdict);
      for (const word of [acknowledged, ended]) void word.then(told);
      return wait ? E.map(result)(await ended) : E.right(accepted);
    },
    within,
    abandon: () => {
      for (const end of [...waiting]) end(stopped);
    },
  };
};
