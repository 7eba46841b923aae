// Processes items in batches, one batch at a time.

/**
 * Returns a function that queues items. `work` gets the queued items, the first `maxBatch` of them, as one batch once the batch
 * before has ended.
 */
export const coalesce = <A>(work: (batch: readonly A[]) => Promise<void>, maxBatch = Infinity): ((item: A) => void) => {
  const queue = new Set<A>();
  let isWorking = false;

  const drain = async (): Promise<void> => {
    isWorking = true;
    while (queue.size > 0) {
      const batch = [...queue.values().take(maxBatch)];
      for (const item of batch) queue.delete(item);
      await work(batch);
    }
    isWorking = false;
  };

  return (item) => {
    queue.add(item);
    if (!isWorking) void drain();
  };
};
