// Reads that several callers share.

/** Returns a function that reads by key. Those who ask together share a read, and those who ask while it runs share the next one. */
export const sharedReads = <A>(): ((key: string, read: () => Promise<A>) => Promise<A>) => {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<A>>();
  const run = (key: string, read: () => Promise<A>): Promise<A> => {
    const result = read();
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return result;
  };
  return (key, read) => {
    const shared =
      next.get(key) ??
      (running.get(key) ?? Promise.resolve()).then(() => {
        next.delete(key);
        return run(key, read);
      });
    next.set(key, shared);
    return shared;
  };
};
