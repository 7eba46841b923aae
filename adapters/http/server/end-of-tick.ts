// The end of the current turn of the event loop, for work that is cheaper in a batch.

/** The most callers that wait together: what waits survives collections of the young generation, which then take longer. */
export const largestBatch = 32;

/** Callers that wait for the same moment. */
interface Batch {
  size: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

let current: Batch | undefined;

const newBatch = (): Batch => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => {
    resolve(undefined);
  };
  const batch: Batch = { size: 0, ended: promise, end };
  setImmediate(() => {
    if (current === batch) current = undefined;
    end();
  });
  return batch;
};

/**
 * Resolves after all I/O of the current turn was handled, or once {@link largestBatch} callers of the turn wait. They share the
 * promise.
 */
export const endOfTick = (): Promise<void> => {
  const batch = (current ??= newBatch());
  batch.size += 1;
  if (batch.size === largestBatch) {
    current = undefined;
    batch.end();
  }
  return batch.ended;
};
