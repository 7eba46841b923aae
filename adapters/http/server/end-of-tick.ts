// The end of the current turn of the event loop, for work that is cheaper in a batch.

let currentTick: Promise<void> | undefined;

/** Resolves after all I/O of the current turn was handled. All callers of one turn share the promise. */
export const endOfTick = (): Promise<void> =>
  (currentTick ??= new Promise((resolve) => {
    setImmediate(() => {
      currentTick = undefined;
      resolve();
    });
  }));
