// Limits how many tasks run at the same time.

/** Runs a task once fewer than the limit are running, in the order of the calls. */
export type Limited = <A>(task: () => Promise<A>) => Promise<A>;

/** Returns a function that runs at most `limit` tasks at the same time. */
export const atMost = (limit: number): Limited => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const start = (): Promise<void> => {
    if (running >= limit) return new Promise((resolve) => void waiting.push(resolve));
    running += 1;
    return Promise.resolve();
  };

  /** Hands the place to the next task, if one is waiting. */
  const finish = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return async (task) => {
    await start();
    try {
      return await task();
    } finally {
      finish();
    }
  };
};
