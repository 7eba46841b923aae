// How ports report changes.

/**
 * Subscribes to changes. Calls `watcher` after a change, never before the new state can be read, and at least once per
 * change; a call without a change is harmless. The argument identifies what changed, by default by its id. A watcher
 * must not throw. Returns a function that unsubscribes.
 */
export type Watch<Change = string> = (watcher: (change: Change) => void) => () => void;
