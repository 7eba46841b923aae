// Notifies watchers of changes.
import type { Watch } from '../ports/watch.js';

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
      for (const watcher of [...watchers]) watcher(change);
    },
  };
};
