// Limits and pauses that a caller can end. `AbortSignal.any` is missing in browsers that panels have, and loses time limits in some Nodes.

/** Runs something with a time limit in milliseconds. Its signal is aborted at the limit, and with the caller's. */
export const limited = async <Result>(
  ms: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const abort = (): void => {
    limit.abort(signal?.reason);
  };
  const timer = setTimeout(() => {
    limit.abort(new Error(`no answer came within ${String(ms)} ms`));
  }, ms);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** Resolves after some milliseconds, or when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    if (signal?.aborted === true) done();
  });
