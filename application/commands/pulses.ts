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

/** Delay before the end of a pulse that couldn't be sent, or failed, is retried, in milliseconds. */
const retryDelayMs = 1_000;

/** Returns why a signal whose value is unknown has no other value to switch to (SIGNAL-12). */
const unknownValue = ({ connected }: SignalLines, signal: string): Failure =>
  connected(signal)
    ? failure('conflict', `the line of the signal "${signal}" has not reported a value yet`)
    : failure('device_unavailable', `the line of the signal "${signal}" is not connected`);

/** Sends the command that ends a pulse, through `send`. */
export type EndPulse = (signal: string, send: () => SendResult) => SendResult;

const endDirectly: EndPulse = (_signal, send) => send();

/** A pulse that runs. */
interface Pulse {
  readonly endsAtMs: number;
  readonly cancelTimer: () => void;
}

/** A command that has cancelled the end of a pulse. */
interface CancellingCommand {
  readonly endsAtMs: number;
}

/** Returns what ends pulses. `switchOff` sends the command that ends one. */
const pulseEnds = (clock: Clock, switchOff: (signal: string) => SendResult) => {
  /** Pulses by signal. */
  const pulses = new Map<string, Pulse>();
  /** The newest command of each signal that has cancelled the end of a pulse and has no result yet. */
  const cancelling = new Map<string, CancellingCommand>();

  const forget = (signal: string): void => {
    pulses.get(signal)?.cancelTimer();
    pulses.delete(signal);
    cancelling.delete(signal);
  };

  /** Retries until the end of the pulse succeeds or another command cancels it. */
  const endAfter = (signal: string, ms: number): void => {
    const end = (): void => {
      if (E.isLeft(switchOff(signal))) endAfter(signal, retryDelayMs);
    };
    cancelling.delete(signal);
    pulses.set(signal, { endsAtMs: clock.now() + ms, cancelTimer: clock.after(ms, end) });
  };

  /** Cancels the end of a pulse for a later command, unless that fails. */
  const cancel = (signal: string, { confirmed }: SentCommand): void => {
    const endsAtMs = (pulses.get(signal) ?? cancelling.get(signal))?.endsAtMs;
    forget(signal);
    if (endsAtMs === undefined) return;
    const command = { endsAtMs };
    cancelling.set(signal, command);
    void confirmed.then((result) => {
      if (cancelling.get(signal) !== command) return;
      cancelling.delete(signal);
      const hasFailed = E.isLeft(result) && !isSuperseded(result.left);
      if (hasFailed) endAfter(signal, Math.max(endsAtMs - clock.now(), retryDelayMs));
    });
  };

  return {
    forget,
    endAfter,
    cancel,
    endAll: (): void => {
      for (const signal of [...pulses.keys()]) {
        switchOff(signal);
        forget(signal);
      }
      cancelling.clear();
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
