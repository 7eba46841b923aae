// A gate that a run of steps passes before each step: open, held for a while, or shut for good.

/** What steers a run of steps. */
export interface PauseGate {
  /** Resolves once the gate is open, with true, or once it is shut, with false. */
  readonly waitUntilOpen: () => Promise<boolean>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
  /** Resolves once the gate is shut. */
  readonly whenClosed: Promise<void>;
}

/** A gate that is open at first. Once shut it never opens again. */
export const pauseGate = (): PauseGate => {
  const shutting = Promise.withResolvers<undefined>();
  let opening = Promise.withResolvers<undefined>();
  let isHeld = false;
  let isShut = false;
  return {
    waitUntilOpen: async () => {
      // Opened and held again at once, it lets nobody through who has waited.
      while (isHeld && !isShut) await Promise.race([opening.promise, shutting.promise]);
      return !isShut;
    },
    pause: () => {
      if (!isHeld) opening = Promise.withResolvers();
      isHeld = true;
    },
    resume: () => {
      isHeld = false;
      opening.resolve(undefined);
    },
    close: () => {
      isShut = true;
      shutting.resolve(undefined);
    },
    whenClosed: shutting.promise,
  };
};
