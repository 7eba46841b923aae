// Records every command that was sent to a device: who sent it, when, and what became of it (AS-RUN-1, AS-RUN-2).
import * as E from 'fp-ts/lib/Either.js';
import type { AsRunEnded, AsRunLine, CommandSource } from '../../domain/as-run.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Acknowledgements } from '../commands/acknowledgement.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult, SendResult } from '../ports/commands.js';
import type { RecordCommand } from '../ports/decided-commands.js';
import type { Secrets } from '../ports/secrets.js';
import { deviceOperation, type DeviceOperation } from './device-operation.js';

/** Sends a command on behalf of a source: `send` sends it. */
export type SendAs = (source: CommandSource, send: () => SendResult) => SendResult;

/** Stores lines. */
export interface AsRunSink {
  /** Accepts a line at once, and stores it in the background. Never throws. */
  readonly write: (line: AsRunLine) => void;
}

export interface AsRunDeps {
  readonly sink: AsRunSink;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly acknowledgements: Pick<Acknowledgements, 'within'>;
  /** How commands are sent. Default: without their source, because no real device takes one. */
  readonly sendAs?: SendAs | undefined;
  /** Returns the day of a time (since 1970 UTC, in milliseconds) in the studio's time zone. */
  readonly dayOf: (ms: number) => string;
}

/** How long an end is waited for, in milliseconds: the longest timeout of a call. */
const longestWaitMs = 30_000;

/** A failure that leaves open whether the command has reached the device. */
const mayHaveReached = ({ code }: { readonly code: string }): boolean => code === 'device_error';

const endOf = (result: CommandResult): Pick<AsRunEnded, 'outcome' | 'error'> => {
  if (E.isRight(result)) return { outcome: 'confirmed', error: null };
  const { code } = result.left;
  return { outcome: code === 'ack_timeout' ? 'timed_out' : 'failed', error: code };
};

/** Sends commands without their source. */
export const sendWithoutSource: SendAs = (_source, send) => send();

/** Returns what records commands. */
export const asRun = (deps: AsRunDeps): RecordCommand => {
  const { sink, clock, secrets, acknowledgements, dayOf, sendAs = sendWithoutSource } = deps;
  const begin = (source: CommandSource, operation: DeviceOperation) => {
    const [id, sentAtMs] = [secrets.id(), clock.now()];
    sink.write({ type: 'sent', id, day: dayOf(sentAtMs), sentAt: utcTime(sentAtMs), ...source, ...operation });
    return (result: CommandResult): void => {
      const endedAtMs = clock.now();
      // A clock that is set back makes no negative time.
      const durationMs = Math.max(endedAtMs - sentAtMs, 0);
      sink.write({ type: 'ended', id, endedAt: utcTime(endedAtMs), durationMs, ...endOf(result) });
    };
  };

  return (source, command, send) => {
    const sending = sendAs(source, send);
    const operation = deviceOperation(command);
    if (operation === undefined) return sending;
    if (E.isRight(sending)) {
      const { confirmed, failureAtTimeout } = sending.right;
      void acknowledgements.within(confirmed, longestWaitMs, failureAtTimeout).then(begin(source, operation));
    } else if (mayHaveReached(sending.left)) begin(source, operation)(sending);
    return sending;
  };
};
