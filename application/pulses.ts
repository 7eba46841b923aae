// Pulses of signals: on for a while, then off again, unless somebody switches the signal meanwhile.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock, Sending, SignalLines } from './ports.js';

/** Signal lines that can also pulse. */
export interface PulsingLines extends SignalLines {
  /** Switches a signal on, and off again `ms` milliseconds later. Confirmed once it is on. */
  readonly pulse: (signal: string, ms: number) => Sending;
}

/** Adds pulses to signal lines. Whatever is switched later goes before the end of a pulse. */
export const withPulses = (lines: SignalLines, clock: Clock): PulsingLines => {
  const ends = new Map<string, () => void>();

  const callOff = (signal: string): void => {
    ends.get(signal)?.();
    ends.delete(signal);
  };

  /** What couldn't even be sent leaves a pulse to its end. */
  const switchNow = (signal: string, on: boolean): Sending => {
    const sending = lines.switch(signal, on);
    if (E.isRight(sending)) callOff(signal);
    return sending;
  };

  return {
    value: lines.value,
    switch: switchNow,
    pulse: (signal, ms) => {
      const sending = switchNow(signal, true);
      const end = (): void => {
        switchNow(signal, false);
      };
      if (E.isRight(sending)) ends.set(signal, clock.after(ms, end));
      return sending;
    },
  };
};
