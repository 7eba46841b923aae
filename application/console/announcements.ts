// The services connected to the console: who listens for which studio.
import type { Announcements, SyncListener } from './ports.js';

/** A studio has one service; more are old connections that nobody has seen die yet. */
const mostListeners = 8;

/** Keeps track of the connections in memory. */
export const announcements = (): Announcements => {
  const listeners = new Map<string, Set<SyncListener>>();
  const of = (studioId: string): ReadonlySet<SyncListener> => listeners.get(studioId) ?? new Set();

  const forget = (studioId: string, listener: SyncListener): void => {
    const others = [...of(studioId)].filter((one) => one !== listener);
    if (others.length === 0) listeners.delete(studioId);
    else listeners.set(studioId, new Set(others));
  };

  const end = (studioId: string, ended: readonly SyncListener[]): void => {
    for (const listener of ended) {
      forget(studioId, listener);
      listener.end();
    }
  };

  return {
    announce: (configuration) => {
      for (const { send } of of(configuration.studioId)) send(configuration);
    },
    cutOff: (studioId) => {
      end(studioId, [...of(studioId)]);
    },
    cutOffAll: () => {
      for (const studioId of [...listeners.keys()]) end(studioId, [...of(studioId)]);
    },
    isConnected: (studioId) => of(studioId).size > 0,
    listen: (studioId, listener) => {
      end(studioId, [...of(studioId)].slice(0, Math.max(0, of(studioId).size + 1 - mostListeners)));
      listeners.set(studioId, new Set([...of(studioId), listener]));
      return () => {
        forget(studioId, listener);
      };
    },
  };
};
