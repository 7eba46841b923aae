// The way between the service and one device: words take time, and are lost when it is cut.
import type { Clock } from '../application/ports/clock.js';

/** A connection. Times are milliseconds since 1970 UTC. */
export interface Wire {
  /** Carries a command; commands arrive in the order they left, whatever time each was given. */
  readonly toDevice: (atMs: number, arrive: () => void) => void;
  /** Carries an answer or a report; these may overtake each other. */
  readonly toService: (atMs: number, arrive: () => void) => void;
  /** Loses everything that is on the way. */
  readonly cut: () => void;
}

/** A wire on which nothing is under way. */
export const wire = (clock: Clock): Wire => {
  const underWay = new Set<() => void>();
  const commands: (() => void)[] = [];

  const carry = (atMs: number, arrive: () => void): void => {
    const callOff = clock.after(Math.max(0, atMs - clock.now()), () => {
      underWay.delete(callOff);
      arrive();
    });
    underWay.add(callOff);
  };

  return {
    toDevice: (atMs, arrive) => {
      commands.push(arrive);
      carry(atMs, () => commands.shift()?.());
    },
    toService: carry,
    cut: () => {
      for (const callOff of underWay) callOff();
      underWay.clear();
      commands.length = 0;
    },
  };
};
