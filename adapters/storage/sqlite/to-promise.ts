// Wraps the synchronous embedded database in the promises of the store's port.

/** Runs a task at once, and returns a promise of its result; an exception becomes a rejection. */
export const toPromise = <A>(task: () => A): Promise<A> =>
  new Promise((resolve) => {
    resolve(task());
  });
