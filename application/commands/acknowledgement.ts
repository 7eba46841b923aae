// Waits for a command's acknowledgement, up to its time-out, and tells how it ended.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { EventSubscription, OperationResult, StartedCommand } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult, SentCommand } from '../ports/commands.js';

/** A command was taken on and isn't waited for. */
export const acceptedOnly = 'accepted';

/** How a call is answered. */
export type CallResponse = E.Either<Failure, OperationResult | EventSubscription | typeof acceptedOnly>;

/** Acknowledgements of one running service. None of its promises rejects. */
export interface Acknowledgements {
  /**
   * Waits for an acknowledgement, or answers at once, as the caller asked. `told` is called with everything that is heard
   * of the end, before the caller hears of it, and also once nobody waits any more.
   */
  readonly await: (started: StartedCommand, told: (ended: CommandResult) => void) => Promise<CallResponse>;
  /** Waits up to `timeoutMs`; after that `ack_timeout`, or the device's own verdict where it has one. */
  readonly within: (
    acknowledged: Promise<CommandResult>,
    timeoutMs: number,
    verdict?: SentCommand['verdict'],
  ) => Promise<CommandResult>;
  /** Ends every wait as `ack_timeout`: the service has to stop. */
  readonly abandon: () => void;
}

const late = (timeoutMs: number): CommandResult =>
  E.left(failure('ack_timeout', `no acknowledgement within ${String(timeoutMs)} ms`));

const stopped: CommandResult = E.left(
  failure('ack_timeout', 'the service had to stop before the acknowledgement came'),
);

/** Waiting on an injected clock. */
export const acknowledgements = (clock: Clock): Acknowledgements => {
  const waiting = new Set<(ended: CommandResult) => void>();

  const within: Acknowledgements['within'] = (acknowledged, timeoutMs, verdict) =>
    new Promise((resolve) => {
      const end = (ended: CommandResult): void => {
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
      return wait ? E.map(result)(await ended) : E.right(acceptedOnly);
    },
    within,
    abandon: () => {
      for (const end of [...waiting]) end(stopped);
    },
  };
};
