// Toggles and pulses of signals: to the other value; on for a while, then off again, unless somebody switches meanwhile.
import * as E from 'fp-ts/lib/Either.js';
import { withPendingValues } from './pending-values.js';
import type { Clock } from '../ports/clock.js';
import type { SendResult } from '../ports/commands.js';
import type { SignalLines } from '../ports/signal-lines.js';

/** Signal lines that can also toggle and pulse. */
export interface PulsedSignalLines extends SignalLines {
  /** Switches a signal to what it is not, and won't be by what is under way: two toggles take it back where it was. */
  readonly toggle: (signal: string) => SendResult;
  /** Switches a signal on, and off again `ms` milliseconds later. Confirmed once it is on. */
  readonly pulse: (signal: string, ms: number) => SendResult;
  /** Ends every pulse now: the service has to stop. */
  readonly finish: () => void;
}

/** After so long an end that couldn't be sent is tried again, milliseconds. */
const tryAgainAfterMs = 1_000;

/** Adds toggles and pulses to signal lines. Whatever is switched later goes before the end of a pulse. */
export const withPulses = (bare: SignalLines, clock: Clock): PulsedSignalLines => {
  const lines = withPendingValues(bare, clock);
  /** What calls off the end of each pulse. */
  const ends = new Map<string, () => void>();

  const callOff = (signal: string): void => {
    ends.get(signal)?.();
    ends.delete(signal);
  };

  /** What couldn't even be sent leaves a pulse to its end. */
  const switchNow = (signal: string, on: boolean): SendResult => {
    const sending = lines.switch(signal, on);
    if (E.isRight(sending)) callOff(signal);
    return sending;
  };

  /** An end that can't be sent is tried again, until it can or somebody switches the signal. */
  const endAfter = (signal: string, ms: number): void => {
    const end = (): void => {
      if (E.isLeft(switchNow(signal, false))) endAfter(signal, tryAgainAfterMs);
    };
    ends.set(signal, clock.after(ms, end));
  };

  return {
    value: lines.value,
    watch: lines.watch,
    switch: switchNow,
    toggle: (signal) => switchNow(signal, !lines.pendingValue(signal)),
    pulse: (signal, ms) => {
      const sending = switchNow(signal, true);
      if (E.isRight(sending)) endAfter(signal, ms);
      return sending;
    },
    finish: () => {
      for (const signal of [...ends.keys()]) switchNow(signal, false);
    },
  };
};
