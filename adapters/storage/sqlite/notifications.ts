// Notifies this process of changes in the embedded database; no other process can open it.
import { changeNotifier } from '../../../application/events/change-notifier.js';
import type { ConsoleMessage, ConsoleMessages } from '../../../application/ports/console-messages.js';
import type { ConsoleStore, ChangeEvent } from '../../../application/ports/console-store.js';

/** Publishes changes within this process. */
export interface SqliteNotifications {
  readonly watch: ConsoleStore['watch'];
  /** To be called after the commit. */
  readonly publish: (event: ChangeEvent) => void;
}

/** Creates the notifications. */
export const sqliteNotifications = (): SqliteNotifications => {
  const watchers = new Set<(event: ChangeEvent) => void>();
  return {
    watch: (watcher) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    publish: (event) => {
      for (const watcher of watchers) watcher(event);
    },
  };
};

/** Passes messages within this process. */
export const localMessages = (): ConsoleMessages => {
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const send: ConsoleMessages['send'] = (message) => {
    notify(message);
    return Promise.resolve();
  };
  return { maxLength: Infinity, send, watch };
};
