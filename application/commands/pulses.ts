// Toggles and pulses of signals (SIGNAL-6, SIGNAL-7).
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import { withPendingValues } from './pending-values.js';
import type { Clock } from '../ports/clock.js';
import { isSuperseded, type SendResult, type SentCommand } from '../ports/commands.js';
import type { SignalLines } from '../ports/signal-lines.js';

/** Signal lines that can also toggle and pulse. */
export interface PulsedSignalLines extends SignalLines {
  /** Returns the value of the newest pending command, else the value that the line reported last; null if none. */
  readonly pendingValue: (signal: string) => boolean | null;
  /** Switches a signal to the opposite of its pending value, so that two toggles restore it; fails if that is unknown. */
  readonly toggle: (signal: string) => SendResult;
  /** Switches a signal on, and off again after `ms` milliseconds. Confirmed when it is on. */
  readonly pulse: (signal: string, ms: number) => SendResult;
  /** Forgets the pulse of a signal that the studio no longer has. */
  readonly forget: (signal: string) => void;
  /** Ends every pulse now. Called when the service stops. */
  readonly endPulses: () => void;
}

/** The shortest and the longest delay before the end of a pulse that failed is retried, in milliseconds. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/**
 * Returns the delay after a failure. It doubles while the line fails, but a line that isn't connected receives nothing, and
 * is to receive the end soon after it is back (decision 0259).
 */
const retryMsAfter = ({ code }: Failure, lastRetryMs: number): number =>
  code === 'device_unavailable' ? firstRetryMs : Math.min(Math.max(2 * lastRetryMs, firstRetryMs), longestRetryMs);

/** Returns why a signal whose value is unknown has no other value to switch to (SIGNAL-12). */
const unknownValue = ({ connected }: SignalLines, signal: string): Failure =>
  connected(signal)
    ? failure('conflict', `the line of the signal "${signal}" has not reported a value yet`)
    : failure('device_unavailable', `the line of the signal "${signal}" is not connected`);

/** Sends the command that ends a pulse, through `send`. */
export type EndPulse = (signal: string, send: () => SendResult) => SendResult;

const endDirectly: EndPulse = (_signal, send) => send();

/** When a pulse ends, since 1970 UTC, and the delay after the last failure of its end; 0 before the first. In milliseconds. */
interface PulseEnd {
  readonly atMs: number;
  readonly retryMs: number;
}

/** Returns when the end is retried after a failure, but not before the pulse ends. */
const afterFailure = ({ atMs, retryMs }: PulseEnd, failed: Failure, nowMs: number): PulseEnd => {
  const nextRetryMs = retryMsAfter(failed, retryMs);
  return { atMs: Math.max(atMs, nowMs + nextRetryMs), retryMs: nextRetryMs };
};

/** A pulse that runs. */
interface Pulse {
  readonly end: PulseEnd;
  readonly cancelTimer: () => void;
}

/** Returns what ends pulses. `switchOff` sends the command that ends one. */
const pulseEnds = (clock: Clock, switchOff: (signal: string) => SendResult) => {
  /** Pulses by signal. */
  const pulses = new Map<string, Pulse>();
  /** The ends of pulses that the newest command of their signal has cancelled, while it has no result. */
  const cancelled = new Map<string, PulseEnd>();

  const forget = (signal: string): void => {
    pulses.get(signal)?.cancelTimer();
    pulses.delete(signal);
    cancelled.delete(signal);
  };

  /** Retries until the end of the pulse succeeds or another command cancels it. */
  const schedule = (signal: string, end: PulseEnd): void => {
    const send = (): void => {
      const sending = switchOff(signal);
      if (E.isLeft(sending)) schedule(signal, afterFailure(end, sending.left, clock.now()));
    };
    cancelled.delete(signal);
    pulses.set(signal, { end, cancelTimer: clock.after(end.atMs - clock.now(), send) });
  };

  /** Cancels the end of a pulse for a later command, unless that fails. */
  const cancel = (signal: string, { confirmed }: SentCommand): void => {
    const found = pulses.get(signal)?.end ?? cancelled.get(signal);
    forget(signal);
    if (found === undefined) return;
    // A copy for each command.
    const end = { ...found };
    cancelled.set(signal, end);
    void confirmed.then((result) => {
      if (cancelled.get(signal) !== end) return;
      cancelled.delete(signal);
      if (E.isLeft(result) && !isSuperseded(result.left)) schedule(signal, afterFailure(end, result.left, clock.now()));
    });
  };

  return {
    forget,
    cancel,
    endAfter: (signal: string, ms: number): void => {
      schedule(signal, { atMs: clock.now() + ms, retryMs: 0 });
    },
    endAll: (): void => {
      for (const signal of [...pulses.keys()]) {
        switchOff(signal);
        forget(signal);
      }
      cancelled.clear();
    },
  };
};

/** Adds toggles and pulses to signal lines. Any later command cancels the end of a pulse, unless it fails. */
export const withPulses = (bare: SignalLines, clock: Clock, endPulse: EndPulse = endDirectly): PulsedSignalLines => {
  const lines = withPendingValues(bare, clock);
  const ends = pulseEnds(clock, (signal) => endPulse(signal, () => switchNow(signal, false)));

  /** A command that can't be sent, or fails, leaves the pulse running. */
  const switchNow = (signal: string, on: boolean): SendResult => {
    const sending = lines.switch(signal, on);
    if (E.isRight(sending)) ends.cancel(signal, sending.right);
    return sending;
  };

  return {
    value: lines.value,
    pendingValue: lines.pendingValue,
    connected: lines.connected,
    hasDriver: lines.hasDriver,
    watch: lines.watch,
    switch: switchNow,
    toggle: (signal) => {
      const value = lines.pendingValue(signal);
      return value === null ? E.left(unknownValue(lines, signal)) : switchNow(signal, !value);
    },
    pulse: (signal, ms) => {
      const sending = switchNow(signal, true);
      if (E.isRight(sending)) ends.endAfter(signal, ms);
      return sending;
    },
    forget: ends.forget,
    endPulses: ends.endAll,
  };
};
