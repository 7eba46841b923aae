// What the embedded database does at once, told as a promise like every store's.

/** Runs at once; a fault becomes a rejection. */
export const toPromise = <A>(task: () => A): Promise<A> =>
  new Promise((resolve) => {
    resolve(task());
  });
