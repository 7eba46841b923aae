// The end of a turn of the event loop, for what is cheaper done together.

let ending: Promise<void> | undefined;

/** Resolves once everything that has arrived by now was looked at; for all who wait for it in one go. */
export const endOfTick = (): Promise<void> =>
  (ending ??= new Promise((resolve) => {
    setImmediate(() => {
      ending = undefined;
      resolve();
    });
  }));
