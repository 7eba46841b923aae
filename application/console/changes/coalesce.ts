// Processes items in batches, one batch at a time.

/** Returns a function that queues items. `work` gets all queued items as one batch once the batch before has ended. */
export const coalesce = <A>(work: (batch: readonly A[]) => Promise<void>): ((item: A) => void) => {
  const queue = new Set<A>();
  let isWorking = false;

  const drain = async (): Promise<void> => {
    isWorking = true;
    while (queue.size > 0) {
      const batch = [...queue];
      queue.clear();
      await work(batch);
    }
    isWorking = false;
  };

  return (item) => {
    queue.add(item);
    if (!isWorking) void drain();
  };
};
