// What operators who watch are told where this console wasn't told itself: it looks for what it has missed.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import type { FeedMessage } from '../../application/console/changes/feed-messages.js';
import { changeFeed, type ChangeFeed } from '../../application/console/changes/change-feed.js';
import type { ConsoleStore, ChangeEvent } from '../../application/ports/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { readableLog } from './readable-log.js';

const note = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
let store: ConsoleStore;
let room: ChangeFeed;
let happen: (happening: ChangeEvent) => void;
let heard: FeedMessage[];

/** A real store whose notices get lost, but for those that a test makes. */
const deaf = (real: ConsoleStore): ConsoleStore => ({
  ...real,
  watch: (reader) => {
    happen = reader;
    return () => undefined;
  },
});

const watch = (): FeedMessage[] => {
  const news: FeedMessage[] = [];
  const nothing = (): void => undefined;
  room.subscribe({ send: (piece) => void news.push(piece), recheck: nothing, end: nothing });
  return news;
};

/** The sections that were told since the last look, as `studio-1 devices`, after a look of the console for all it has missed. */
const missed = async (): Promise<readonly string[]> => {
  heard.splice(0);
  happen('anything');
  // Whoever comes is told of all studios, and that after everything that was on the desk before.
  const late = watch();
  await vi.waitFor(() => {
    expect(late.length).toBeGreaterThan(0);
  });
  return heard.flatMap((news) =>
    news.event === 'changed' ? [`${news.data.studioId ?? 'console'} ${news.data.section}`] : [],
  );
};

beforeEach(async () => {
  store = openSqliteStore(':memory:');
  for (const id of ['studio-1', 'studio-2']) {
    const configuration = defaultConfiguration(id);
    await store.addStudio({ studio: { id, name: id }, keyHash: null, configuration, appliedVersion: null }, note);
  }
  room = changeFeed({ store: deaf(store), log: readableLog() });
  heard = watch();
  await vi.waitFor(() => {
    expect(heard).toHaveLength(2);
  });
});
afterEach(() => store.close());

it('is nothing where nothing was missed', async () => {
  expect(await missed()).toEqual([]);
});

it('is told once: a report, refused callers that were cleared, a change of the configuration, one of the operators', async () => {
  const lastCalls = [{ device: 'one', time: 1, address: '10.0.0.1' }];
  await store.addReport('studio-1', { lastCalls, refusals: null });
  expect(await missed()).toEqual(['studio-1 devices', 'studio-1 refused']);
  await store.clearRefusedCallers('studio-2', note);
  expect(await missed()).toEqual(['studio-2 devices', 'studio-2 refused']);
  await store.change('studio-1', ({ configuration }) =>
    E.right({ configuration: { ...configuration, version: 7 }, section: 'access', note }),
  );
  expect(await missed()).toEqual(['studio-1 access', 'studio-1 features', 'studio-1 devices']);
  await store.changeOperators((operators) => E.right({ operators, note }));
  expect(await missed()).toEqual(['console operators']);
  expect(await missed()).toEqual([]);
});

it('is told also where something else of that studio was heard meanwhile', async () => {
  await store.addReport('studio-1', { lastCalls: [], refusals: { id: 'one', callers: [] } });
  happen({ studioId: 'studio-1', section: 'studio' });
  watch();
  expect(await missed()).toEqual(['studio-1 devices', 'studio-1 refused']);
});
