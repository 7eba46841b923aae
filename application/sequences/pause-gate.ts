// A gate that a run of steps passes before each step: open, paused or closed.

/** Controls a run of steps. */
export interface PauseGate {
  /** Resolves with true when the gate is open, or with false when it is closed. */
  readonly waitUntilOpen: () => Promise<boolean>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Closes the gate for good. */
  readonly close: () => void;
  /** Resolves when the gate is closed. */
  readonly whenClosed: Promise<void>;
}

/** Returns an open gate. */
export const pauseGate = (): PauseGate => {
  const closing = Promise.withResolvers<undefined>();
  let resuming = Promise.withResolvers<undefined>();
  let isPaused = false;
  let isClosed = false;
  return {
    waitUntilOpen: async () => {
      // The gate may have been paused again at once, so check again.
      while (isPaused && !isClosed) await Promise.race([resuming.promise, closing.promise]);
      return !isClosed;
    },
    pause: () => {
      if (!isPaused) resuming = Promise.withResolvers();
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      resuming.resolve(undefined);
    },
    close: () => {
      isClosed = true;
      closing.resolve(undefined);
    },
    whenClosed: closing.promise,
  };
};
