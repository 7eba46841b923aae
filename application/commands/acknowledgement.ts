// Waits for a command's acknowledgement, up to its timeout, and reports the result.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import { targetOf, type Command } from '../../domain/studio/command.js';
import type { EventSubscription, OperationResult, StartedCommand } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult, SentCommand } from '../ports/commands.js';

/** The response to a call that does not wait for the acknowledgement. */
export const acceptedOnly = 'accepted';

/** The response to a call. */
export type CallResponse = E.Either<Failure, OperationResult | EventSubscription | typeof acceptedOnly>;

/** Acknowledgements of one running service. None of its promises rejects. */
export interface Acknowledgements {
  /**
   * Waits for an acknowledgement, or returns at once if the caller asked for that. Calls `onResult` with the result
   * before the promise resolves, and once more with an acknowledgement that comes after the timeout.
   */
  readonly await: (started: StartedCommand, onResult: (result: CommandResult) => void) => Promise<CallResponse>;
  /**
   * Waits up to `timeoutMs` milliseconds. After that, resolves with the failure that `failureAtTimeout` returns, or
   * with `ack_timeout`.
   */
  readonly within: (
    acknowledged: Promise<CommandResult>,
    timeoutMs: number,
    failureAtTimeout?: SentCommand['failureAtTimeout'],
  ) => Promise<CommandResult>;
  /** Ends every wait with `ack_timeout`, also those that begin later. Called when the service stops. */
  readonly abandon: () => void;
}

const andAll = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const mayTakeEffect = 'the command may still take effect';

/** Returns the failure of commands that weren't acknowledged in time. `action`: the id of the action, whose record shows their end. */
export const timedOut = (timeoutMs: number, commands: readonly Command[] = [], action?: string): Failure => {
  const targets = [...new Set(commands.map(targetOf))];
  const from = targets.length === 0 ? '' : ` from ${andAll.format(targets)}`;
  const where = action === undefined ? '' : `: see /api/v2/actions/${action}`;
  return failure('ack_timeout', `no acknowledgement${from} within ${String(timeoutMs)} ms; ${mayTakeEffect}${where}`);
};

const stopped: CommandResult = E.left(
  failure('ack_timeout', `the service stopped before the acknowledgement came; ${mayTakeEffect}`),
);

/** Returns acknowledgements that wait on `clock`. */
export const acknowledgements = (clock: Clock): Acknowledgements => {
  const waiting = new Set<(result: CommandResult) => void>();
  let isAbandoned = false;

  const within: Acknowledgements['within'] = (acknowledged, timeoutMs, failureAtTimeout) =>
    new Promise((resolve) => {
      const end = (result: CommandResult): void => {
        cancelTimeout();
        waiting.delete(end);
        resolve(result);
      };
      const cancelTimeout = clock.after(timeoutMs, () => {
        end(E.left(failureAtTimeout?.() ?? timedOut(timeoutMs)));
      });
      waiting.add(end);
      void acknowledged.then(end);
      if (isAbandoned) end(stopped);
    });

  return {
    await: async ({ acknowledged, failureAtTimeout, timeoutMs, wait, result }, onResult) => {
      const ended = within(acknowledged, timeoutMs, failureAtTimeout);
      for (const promise of [acknowledged, ended]) void promise.then(onResult);
      if (!wait) return E.right(acceptedOnly);
      const commandResult = await ended;
      return E.isLeft(commandResult) ? commandResult : E.right(result());
    },
    within,
    abandon: () => {
      isAbandoned = true;
      for (const end of [...waiting]) end(stopped);
    },
  };
};
