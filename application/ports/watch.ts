// How ports and parts report changes.

/**
 * Subscribes to changes. Calls `watcher` after a change, never before the new state can be read, and at least once per
 * change; a call without a change is harmless. The argument identifies what changed, by default by its id. A watcher
 * must not throw. Returns a function that unsubscribes, also during a notification: the watcher is not called any more.
 */
export type Watch<Change = string> = (watcher: (change: Change) => void) => () => void;

/** A set of watchers and the function that notifies them. */
export interface ChangeNotifier<Change = string> {
  readonly watch: Watch<Change>;
  readonly notify: (change: Change) => void;
}

/** Returns a notifier without watchers. */
export const changeNotifier = <Change = string>(): ChangeNotifier<Change> => {
  const watchers = new Set<(change: Change) => void>();
  return {
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    notify: (change) => {
      for (const watcher of [...watchers]) if (watchers.has(watcher)) watcher(change);
    },
  };
};

/** Returns a way to watch several sources at once. */
export const watchAll =
  <Change>(sources: readonly Watch<Change>[]): Watch<Change> =>
  (watcher) => {
    const unsubscribes = sources.map((watch) => watch(watcher));
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  };
