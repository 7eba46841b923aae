// The clock port.

/** Time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Milliseconds since some moment, which don't change when somebody sets the clock. Absent if nobody can set it. */
  readonly steady?: () => number;
  /** Runs `task` once, `delayMs` (0 or more) from now. Returns a function that cancels it. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}

/** Returns a time in milliseconds by which a wait is measured. Such times are compared with one another only. */
export const steadyMs = (clock: Pick<Clock, 'now' | 'steady'>): number => (clock.steady ?? clock.now)();
