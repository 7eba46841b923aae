// Telling others of changes: whoever holds something that changes has watchers, and what they watch is asked anew.

/**
 * Watches changes. `watcher` is called with an id after what is told of that id may have changed: at least once for
 * every change, and never before the new state can be read. A call without a change does no harm. A watcher must not
 * throw. The returned function ends the watching.
 */
export type Watch<Told = string> = (watcher: (told: Told) => void) => () => void;

/** The watchers of one thing. */
export interface Watchers<Told = string> {
  readonly watch: Watch<Told>;
  readonly tell: (told: Told) => void;
}

/** Nobody watches yet. */
export const watchers = <Told = string>(): Watchers<Told> => {
  const all = new Set<(told: Told) => void>();
  return {
    watch: (watcher) => {
      all.add(watcher);
      return () => void all.delete(watcher);
    },
    tell: (told) => {
      for (const watcher of [...all]) watcher(told);
    },
  };
};
