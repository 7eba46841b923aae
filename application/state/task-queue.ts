// Tasks that wait for each other.

/** Runs a task once all earlier ones have ended. Resolves or rejects as the task does. */
export type TaskQueue = <A>(task: () => Promise<A>) => Promise<A>;

/** Returns a queue that runs its tasks one after the other. A task that rejects doesn't end it. */
export const taskQueue = (): TaskQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
};
