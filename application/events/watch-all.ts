// Watches several sources of changes as one.
import type { Watch } from '../ports/watch.js';

/** Returns a way to watch all sources at once. */
export const watchAll =
  <Change>(sources: readonly Watch<Change>[]): Watch<Change> =>
  (watcher) => {
    const unsubscribes = sources.map((watch) => watch(watcher));
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  };
