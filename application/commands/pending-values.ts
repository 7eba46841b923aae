// The value that a signal will have when its newest pending command is done.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../ports/clock.js';
import type { SignalLines } from '../ports/signal-lines.js';

/** Signal lines that know their pending commands. */
export interface PendingValueLines extends SignalLines {
  /** Returns the value of the newest pending command, else the value that the line reported last; null if it is unknown. */
  readonly pendingValue: (signal: string) => boolean | null;
}

/** Returns the value of a signal; null while its line isn't connected or has reported nothing yet (SIGNAL-11). */
export const knownValue = (lines: Pick<SignalLines, 'value' | 'connected'>, signal: string): boolean | null =>
  lines.connected(signal) ? lines.value(signal) : null;

/** Time after which an unconfirmed command counts as lost, in milliseconds. */
const lostAfterMs = 2_000;

/** Returns the lines with pending values. A command is pending until it is confirmed, has failed or counts as lost. */
export const withPendingValues = (lines: SignalLines, clock: Clock): PendingValueLines => {
  const pending = new Map<string, { readonly on: boolean }>();
  return {
    ...lines,
    send: (command) => {
      const { signal, on } = command;
      const sending = lines.send(command);
      if (E.isLeft(sending)) return sending;
      const sent = { on };
      const forget = (): void => {
        cancelTimer();
        if (pending.get(signal) === sent) pending.delete(signal);
      };
      const cancelTimer = clock.after(lostAfterMs, forget);
      pending.set(signal, sent);
      void sending.right.confirmed.then(forget);
      return sending;
    },
    pendingValue: (signal) => pending.get(signal)?.on ?? knownValue(lines, signal),
  };
};
