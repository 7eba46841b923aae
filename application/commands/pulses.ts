// Toggles and pulses of signals (SIGNAL-6, SIGNAL-7).
import * as E from 'fp-ts/lib/Either.js';
import { failure, reasonOf, type Failure } from '../../domain/failure.js';
import type { SignalAction, SignalCommand } from '../../domain/studio/command.js';
import { withPendingValues, type PendingValueLines } from './pending-values.js';
import type { Clock } from '../ports/clock.js';
import type { Refusal, SendResult, SentCommand } from '../ports/commands.js';
import { byItself, unrecorded, type RecordCommand } from '../ports/decided-commands.js';
import type { SignalLines } from '../ports/signal-lines.js';

/** Signal lines that can also toggle and pulse. */
export interface PulsedSignalLines extends Omit<SignalLines, 'send' | 'refusal'> {
  /** A toggle fails if the pending value is unknown; two toggles restore a signal. A pulse is confirmed when the signal is on. */
  readonly send: (command: SignalAction) => SendResult;
  readonly refusal: Refusal<SignalAction>;
  /** Returns the value of the newest pending command, else the value that the line reported last; null if none. */
  readonly pendingValue: (signal: string) => boolean | null;
  /** Forgets the pulse of a signal that the studio no longer has. */
  readonly forget: (signal: string) => void;
  /** Ends every pulse now. Called when the service stops. */
  readonly endPulses: () => void;
}

/** The shortest and the longest delay before the end of a pulse that failed is retried, in milliseconds. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Returns the delay after a failure (SIGNAL-14). It doubles after each, but a line that isn't connected is tried each second:
 * that sends nothing. `lastRetryMs` is the delay after the last failure; null before the first.
 */
const retryMsAfter = ({ code }: Failure, lastRetryMs: number | null): number =>
  code === 'device_unavailable' || lastRetryMs === null ? firstRetryMs : Math.min(2 * lastRetryMs, longestRetryMs);

/** Returns why a signal whose value is unknown has no other value to switch to (SIGNAL-12). */
const unknownValue = ({ connected }: Pick<SignalLines, 'connected'>, signal: string): Failure =>
  connected(signal)
    ? failure('conflict', `the line of the signal "${signal}" has not reported a value yet`)
    : failure('device_unavailable', `the line of the signal "${signal}" is not connected`);

/** The end of a pulse, or its next retry. */
interface PulseEnd {
  /** When it is sent, in milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** The delay until then, when it was scheduled, in milliseconds. */
  readonly delayMs: number;
  /** The delay after the last failure of the end, in milliseconds; null before the first. */
  readonly lastRetryMs: number | null;
}

/** Returns how long it is until the end, in milliseconds. A clock that is set back makes it no longer than it was at first. */
const remainingMs = ({ atMs, delayMs }: PulseEnd, nowMs: number): number =>
  Math.min(Math.max(0, atMs - nowMs), delayMs);

/** A pulse that runs. */
interface Pulse {
  readonly end: PulseEnd;
  readonly cancelTimer: () => void;
}

/** The newest command of a signal, which has cancelled the end of its pulse unless it fails. */
interface CancellingCommand {
  readonly sent: SentCommand;
  readonly end: PulseEnd;
}

/** Returns the ends of pulses by signal: those that are scheduled, and those that a command without a result has cancelled. */
const endsBySignal = (clock: Clock) => {
  const pulses = new Map<string, Pulse>();
  const cancelling = new Map<string, CancellingCommand>();

  const forget = (signal: string): void => {
    pulses.get(signal)?.cancelTimer();
    pulses.delete(signal);
    cancelling.delete(signal);
  };

  return {
    forget,
    /** Returns the signals of the pulses that run. */
    signals: (): readonly string[] => [...pulses.keys()],
    find: (signal: string): PulseEnd | undefined => (pulses.get(signal) ?? cancelling.get(signal))?.end,
    /** Calls `send` at an end. */
    schedule: (signal: string, end: PulseEnd, send: () => void): void => {
      forget(signal);
      pulses.set(signal, { end, cancelTimer: clock.after(end.delayMs, send) });
    },
    /** Cancels the end for a command. Calls `onFailure` if that fails, unless another command has followed. */
    cancel: (signal: string, command: CancellingCommand, onFailure: (failed: Failure) => void): void => {
      forget(signal);
      cancelling.set(signal, command);
      void command.sent.confirmed.then((result) => {
        if (cancelling.get(signal) !== command) return;
        forget(signal);
        if (E.isLeft(result) && reasonOf(result.left) !== 'superseded') onFailure(result.left);
      });
    },
    forgetCancelled: (): void => {
      cancelling.clear();
    },
  };
};

/** Returns what ends pulses. `switchOff` sends the command that ends one. */
const pulseEnds = (clock: Clock, switchOff: (signal: string) => SendResult) => {
  const ends = endsBySignal(clock);

  const schedule = (signal: string, delayMs: number, lastRetryMs: number | null): void => {
    const end = { atMs: clock.now() + delayMs, delayMs, lastRetryMs };
    ends.schedule(signal, end, () => {
      sendEnd(signal, end);
    });
  };

  /** Sends the end, and retries it while it fails, until another command cancels it. */
  const sendEnd = (signal: string, end: PulseEnd): void => {
    const retry = (failed: Failure): void => {
      const retryMs = retryMsAfter(failed, end.lastRetryMs);
      schedule(signal, retryMs, retryMs);
    };
    const sending = switchOff(signal);
    if (E.isLeft(sending)) retry(sending.left);
    else ends.cancel(signal, { sent: sending.right, end }, retry);
  };

  return {
    forget: ends.forget,
    /** Cancels the end of a pulse for a later command, unless that fails. */
    cancel: (signal: string, sent: SentCommand): void => {
      const end = ends.find(signal);
      if (end === undefined) return;
      ends.cancel(signal, { sent, end }, () => {
        schedule(signal, remainingMs(end, clock.now()), end.lastRetryMs);
      });
    },
    endAfter: (signal: string, ms: number): void => {
      schedule(signal, ms, null);
    },
    endAll: (): void => {
      for (const signal of ends.signals()) {
        switchOff(signal);
        ends.forget(signal);
      }
      ends.forgetCancelled();
    },
  };
};

/** Returns why a line refuses a command now. Whether it is connected shows when the command is sent. */
const refusalOf = (lines: PendingValueLines, command: SignalAction): Failure | undefined => {
  const { signal } = command;
  if (command.do !== 'toggle')
    return lines.refusal?.({ do: 'switch', signal, on: command.do === 'pulse' || command.on });
  const value = lines.pendingValue(signal);
  if (value !== null) return lines.refusal?.({ do: 'switch', signal, on: !value });
  return lines.connected(signal) ? unknownValue(lines, signal) : undefined;
};

/**
 * Adds toggles and pulses to signal lines. Any later command cancels the end of a pulse, unless it fails. `record` records the
 * ends of pulses.
 */
export const withPulses = (bare: SignalLines, clock: Clock, record: RecordCommand = unrecorded): PulsedSignalLines => {
  const lines = withPendingValues(bare, clock);
  const ends = pulseEnds(clock, (signal) => {
    const off: SignalCommand = { do: 'switch', signal, on: false };
    return record(byItself(`pulse:${signal}`), off, () => lines.send(off));
  });

  /** A command that can't be sent, or fails, leaves the pulse running. */
  const switchTo = (signal: string, on: boolean): SendResult => {
    const sending = lines.send({ do: 'switch', signal, on });
    if (E.isRight(sending)) ends.cancel(signal, sending.right);
    return sending;
  };

  const pulse = (signal: string, ms: number): SendResult => {
    const sending = switchTo(signal, true);
    if (E.isRight(sending)) ends.endAfter(signal, ms);
    return sending;
  };

  const toggle = (signal: string): SendResult => {
    const value = lines.pendingValue(signal);
    return value === null ? E.left(unknownValue(lines, signal)) : switchTo(signal, !value);
  };

  return {
    refusal: (command) => refusalOf(lines, command),
    value: lines.value,
    pendingValue: lines.pendingValue,
    connected: lines.connected,
    hasDriver: lines.hasDriver,
    watch: lines.watch,
    send: (command) => {
      switch (command.do) {
        case 'switch':
          return switchTo(command.signal, command.on);
        case 'toggle':
          return toggle(command.signal);
        case 'pulse':
          return pulse(command.signal, command.ms);
      }
    },
    forget: ends.forget,
    endPulses: ends.endAll,
  };
};
