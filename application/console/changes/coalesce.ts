// Work that is done for everything that has come in meanwhile at once, never twice at the same time.

/** Makes a function that hands `work` what it is called with, in lots; a lot begins once the one before has ended. */
export const coalesce = <A>(work: (lot: readonly A[]) => Promise<void>): ((item: A) => void) => {
  const waiting = new Set<A>();
  let working = false;

  const workOff = async (): Promise<void> => {
    working = true;
    while (waiting.size > 0) {
      const lot = [...waiting];
      waiting.clear();
      await work(lot);
    }
    working = false;
  };

  return (item) => {
    waiting.add(item);
    if (!working) void workOff();
  };
};
