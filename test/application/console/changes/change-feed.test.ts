// The change feed after missed notifications: it finds and sends the missed changes.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChangeFeed, changeFeed } from '../../../../application/console/changes/change-feed.js';
import type { FeedMessage } from '../../../../application/console/changes/feed-messages.js';
import { type ChangeEvent, type ConsoleStore, StoreUnavailable } from '../../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { type OperatorRoles, consoleItself } from '../../../../domain/console/operator.js';
import { openMemoryStore } from '../../../../features/support/memory-store.js';
import { type ManualClock, manualClock } from '../../../../simulator/clock.js';
import { type MemoryLog, memoryLog } from '../readable-log.js';

describe('the change feed after missed notifications', () => {
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
});

describe('the subscribers of the change feed', () => {
  const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
  const unavailable = () => Promise.reject(new StoreUnavailable('down'));
  const viewer: OperatorRoles = { username: 'vera', role: 'viewer', studioRoles: {} };

  let store: ConsoleStore;
  let clock: ManualClock;
  let log: MemoryLog;
  let feed: ChangeFeed;
  /** Publishes a change. The store itself publishes none. */
  let publish: (event: ChangeEvent) => void;

  beforeEach(async () => {
    store = openMemoryStore();
    const configuration = defaultConfiguration('studio-1');
    const studio = { id: 'studio-1', name: 'One' };
    await store.addStudio({ studio, keyHash: 'key', configuration, appliedVersion: null }, historyEntry);
    vi.spyOn(store, 'watch').mockImplementation((watcher) => {
      publish = watcher;
      return () => undefined;
    });
    [clock, log] = [manualClock(), memoryLog()];
    feed = changeFeed({ store, clock, log });
  });
  afterEach(() => store.close());

  const subscribe = (operator = consoleItself, currentOperator = () => Promise.resolve<OperatorRoles>(operator)) => {
    const messages: FeedMessage[] = [];
    const end = vi.fn(() => undefined);
    const stop = feed.subscribe({ send: (message) => void messages.push(message), currentOperator, end }, operator);
    return { messages, end, stop };
  };

  /** Subscribes; resolves once everything that was queued before has been sent. */
  const subscribed = async (...options: Parameters<typeof subscribe>) => {
    const one = subscribe(...options);
    await vi.waitFor(() => {
      expect(one.messages.length).toBeGreaterThan(0);
    });
    return one;
  };
  const shown = (messages: readonly FeedMessage[]) => messages.findLast(({ event }) => event === 'studio')?.data;
  const changedSections = (messages: readonly FeedMessage[]) =>
    messages.flatMap(({ event, data }) => (event === 'changed' ? [data.section] : []));

  it('ends the stream of a subscriber whose first studios can not be read, and no other', async () => {
    const before = await subscribed();
    vi.spyOn(store, 'statusStamps').mockImplementationOnce(unavailable);
    const { end, messages } = subscribe();
    await vi.waitFor(() => {
      expect(log.lines.join()).toContain('operators could not be notified of changes');
    });
    expect([end.mock.calls.length, messages.length, before.end.mock.calls.length]).toEqual([1, 0, 0]);
  });

  it('keeps the stream of an operator who can not be read again, with the roles of before', async () => {
    const current = vi.fn(() => Promise.resolve(viewer));
    const { end, messages } = await subscribed(viewer, current);
    current.mockImplementation(unavailable);
    publish({ studioId: null, section: 'operators' });
    await store.renameStudio('studio-1', 'Another', historyEntry);
    publish({ studioId: 'studio-1', section: 'studio' });
    await vi.waitFor(() => {
      expect(shown(messages)).toMatchObject({ name: 'Another' });
    });
    expect([current.mock.calls.length, end.mock.calls.length]).toEqual([2, 0]);
  });

  it('tells a subscriber of nothing that changed while nobody followed', async () => {
    (await subscribed()).stop();
    await store.addReport('studio-1', { lastCalls: [], refusals: { id: 'one', callers: [] } });
    await store.changeOperators((operators) => E.right({ operators, historyEntry }));
    const { messages } = await subscribed();
    publish('unknown');
    await subscribed();
    expect(changedSections(messages)).toEqual([]);
  });

  it.each([0, 1])('sends a state again that came back while notifications were missed (%i others)', async (others) => {
    const { messages } = await subscribed();
    await store.renameStudio('studio-1', 'Another', historyEntry);
    publish({ studioId: 'studio-1', section: 'studio' });
    await vi.waitFor(() => {
      expect(shown(messages)).toMatchObject({ name: 'Another' });
    });
    for (let count = 0; count < others; count += 1) await subscribed();
    await store.renameStudio('studio-1', 'One', historyEntry);
    publish('unknown');
    await subscribed();
    expect(shown(messages)).toMatchObject({ name: 'One' });
  });

  it('reads nothing more for a subscriber who has left while the roles were read', async () => {
    const reads: ((operator: OperatorRoles) => void)[] = [];
    const { stop } = await subscribed(viewer, () => {
      if (reads.length === 0) reads.push(() => undefined);
      else return new Promise((resolve) => void reads.push(resolve));
      return Promise.resolve(viewer);
    });
    publish({ studioId: null, section: 'operators' });
    await vi.waitFor(() => {
      expect(reads).toHaveLength(2);
    });
    stop();
    reads[1]?.({ ...viewer, role: 'admin' });
    await subscribed();
    publish({ studioId: null, section: 'operators' });
    await subscribed();
    expect(reads).toHaveLength(2);
  });

  it('shows an old key until it has expired', async () => {
    const oldKey = { hash: 'old', validUntil: clock.now() + 1_000 };
    await store.changeKeys('studio-1', (keys) => ({ ...keys, oldKey }), historyEntry);
    const { messages } = await subscribed();
    expect(shown(messages)).toMatchObject({ oldKey: { validUntil: new Date(oldKey.validUntil).toISOString() } });
    await clock.advance(1_000);
    const later = await subscribed();
    expect([shown(messages), shown(later.messages)]).toMatchObject([{ oldKey: null }, { oldKey: null }]);
  });

  it('sends changes of operators to admins of all studios only', async () => {
    const admin = await subscribed();
    const others = [
      await subscribed(viewer),
      await subscribed({ ...viewer, role: 'operator' }),
      await subscribed({ ...viewer, role: null, studioRoles: { 'studio-1': 'admin' } }),
    ];
    publish({ studioId: null, section: 'operators' });
    await vi.waitFor(() => {
      expect(changedSections(admin.messages)).toEqual(['operators']);
    });
    await subscribed();
    expect(others.map(({ messages }) => changedSections(messages))).toEqual([[], [], []]);
  });

  it('begins with the studios of the present roles for a subscriber whose roles changed meanwhile', async () => {
    await subscribed();
    const { messages } = await subscribed({ ...viewer, role: null }, () => Promise.resolve(viewer));
    expect(messages.map(({ event }) => event)).toEqual(['studio']);
  });
});
