// The clock port.

/** Time, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Runs `task` once, `delayMs` (0 or more) from now. Returns a function that cancels it. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}
