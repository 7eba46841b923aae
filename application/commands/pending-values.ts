// What a signal will be once the newest command that is under way to it has been carried out.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../ports/clock.js';
import type { SignalLines } from '../ports/signal-lines.js';

/** Signal lines that know what they were last told. */
export interface PendingValueLines extends SignalLines {
  /** The value of the newest command that is under way; else the value last told by the line. */
  readonly pendingValue: (signal: string) => boolean;
}

/** A command of which nothing was heard for so long is believed lost, milliseconds: who waited for it was told so. */
const lostAfterMs = 2_000;

/** Notes every command until the line has confirmed or failed it, or it is lost. */
export const withPendingValues = (lines: SignalLines, clock: Clock): PendingValueLines => {
  const underWay = new Map<string, { readonly on: boolean }>();
  return {
    ...lines,
    switch: (signal, on) => {
      const sending = lines.switch(signal, on);
      if (E.isLeft(sending)) return sending;
      const command = { on };
      const forget = (): void => {
        callOff();
        if (underWay.get(signal) === command) underWay.delete(signal);
      };
      const callOff = clock.after(lostAfterMs, forget);
      underWay.set(signal, command);
      void sending.right.confirmed.then(forget);
      return sending;
    },
    pendingValue: (signal) => underWay.get(signal)?.on ?? lines.value(signal),
  };
};
