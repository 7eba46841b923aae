// The change feed after missed notifications: it finds and sends the missed changes.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMemoryStore } from '../../features/support/memory-store.js';
import type { FeedMessage } from '../../application/console/changes/feed-messages.js';
import { changeFeed, type ChangeFeed } from '../../application/console/changes/change-feed.js';
import type { ConsoleStore, ChangeEvent } from '../../application/ports/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { consoleItself, type OperatorRoles } from '../../domain/console/operator.js';
import { manualClock } from '../../simulator/clock.js';
import { memoryLog } from './readable-log.js';

const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
let store: ConsoleStore;
let feed: ChangeFeed;
let publish: (event: ChangeEvent) => void;
let received: FeedMessage[];

/** A real store that publishes only the changes of the test. */
const withoutNotifications = (real: ConsoleStore): ConsoleStore => ({
  ...real,
  watch: (watcher) => {
    publish = watcher;
    return () => undefined;
  },
});

const subscribe = (): FeedMessage[] => {
  const messages: FeedMessage[] = [];
  const nothing = (): void => undefined;
  const currentOperator = (): Promise<OperatorRoles> => Promise.resolve(consoleItself);
  feed.subscribe({ send: (message) => void messages.push(message), currentOperator, end: nothing }, consoleItself);
  return messages;
};

/** Publishes an `unknown` change; returns the changed sections that were sent, such as `studio-1 devices`. */
const missed = async (): Promise<readonly string[]> => {
  received.splice(0);
  publish('unknown');
  // A new subscriber is sent all studios after the events that were queued before.
  const late = subscribe();
  await vi.waitFor(() => {
    expect(late.length).toBeGreaterThan(0);
  });
  return received.flatMap((message) =>
    message.event === 'changed' ? [`${message.data.studioId ?? 'console'} ${message.data.section}`] : [],
  );
};

beforeEach(async () => {
  store = openMemoryStore();
  for (const id of ['studio-1', 'studio-2']) {
    const configuration = defaultConfiguration(id);
    await store.addStudio(
      { studio: { id, name: id }, keyHash: null, configuration, appliedVersion: null },
      historyEntry,
    );
  }
  feed = changeFeed({ store: withoutNotifications(store), clock: manualClock(), log: memoryLog() });
  received = subscribe();
  await vi.waitFor(() => {
    expect(received).toHaveLength(2);
  });
});
afterEach(() => store.close());

it('sends nothing if nothing was missed', async () => {
  expect(await missed()).toEqual([]);
});

it('sends missed changes once: a report, cleared refused callers, a changed configuration, and changed operators', async () => {
  const lastCalls = [{ device: 'one', time: 1, address: '10.0.0.1' }];
  await store.addReport('studio-1', { lastCalls, refusals: null });
  expect(await missed()).toEqual(['studio-1 devices', 'studio-1 refused']);
  await store.clearRefusedCallers('studio-2', historyEntry);
  expect(await missed()).toEqual(['studio-2 devices', 'studio-2 refused']);
  await store.change('studio-1', ({ configuration }) =>
    E.right({ configuration: { ...configuration, version: 7 }, section: 'access', historyEntry }),
  );
  expect(await missed()).toEqual(['studio-1 access', 'studio-1 features', 'studio-1 devices']);
  await store.changeOperators((operators) => E.right({ operators, historyEntry }));
  expect(await missed()).toEqual(['console operators']);
  expect(await missed()).toEqual([]);
});

it('sends a missed change even if another one of that studio was received', async () => {
  await store.addReport('studio-1', { lastCalls: [], refusals: { id: 'one', callers: [] } });
  publish({ studioId: 'studio-1', section: 'studio' });
  subscribe();
  expect(await missed()).toEqual(['studio-1 devices', 'studio-1 refused']);
});

it('reads only the studios that have changed after missed notifications, and for a further subscriber', async () => {
  const reads: (readonly string[] | undefined)[] = [];
  const reading: ConsoleStore = {
    ...withoutNotifications(store),
    syncStatuses: (ids) => {
      reads.push(ids);
      return store.syncStatuses(ids);
    },
  };
  feed = changeFeed({ store: reading, clock: manualClock(), log: memoryLog() });
  received = subscribe();
  await vi.waitFor(() => {
    expect(received).toHaveLength(2);
  });
  await missed();
  await store.renameStudio('studio-2', 'Two', historyEntry);
  await missed();
  await store.removeStudio('studio-1', historyEntry);
  await missed();
  expect(reads.flat()).toEqual(['studio-1', 'studio-2', 'studio-2']);
  expect(received).toContainEqual({ event: 'removed', data: { studioId: 'studio-1' } });
});
