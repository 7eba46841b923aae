// The clock port.

/** Time, injected so that it can be wound by hand. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Runs `task` once, `delayMs` from now (0 and up); the returned function calls it off. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}
