// The change feed, and reads that are under way while an event arrives.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChanges } from '../../../../../adapters/web/console/api/change-feed.js';
import { changeFeedStatus } from '../../../../../adapters/web/console/api/connection-status.js';
import { startEditing } from '../../../../../adapters/web/console/api/drafts.js';
import { studiosQuery } from '../../../../../adapters/web/console/api/studios.js';
import { held, refused, replied, server, type PageStream } from '../../page-server.js';
import { sessionOf, studioOf } from '../fixtures.js';

const read = 'GET /studios?limit=2000';
const list = (...studios: readonly object[]): Response => replied({ studios, next: null });
const [one, two] = [studioOf('studio-1', { connected: false }), studioOf('studio-2')];
const connected = studioOf('studio-1');
const keys = {
  studios: ['studios'],
  operators: ['operators'],
  access: ['studio', 'studio-1', 'access'],
  changes: ['studio', 'studio-1', 'changes', {}],
  otherChanges: ['studio', 'studio-2', 'changes', {}],
  removed: ['removed-studios'],
};
type Key = keyof typeof keys;

let client: QueryClient;
let close: () => void;

const shown = (): unknown => client.getQueryData(keys.studios);
const untilShown = (...studios: readonly object[]): Promise<void> =>
  waitFor(() => {
    expect(shown()).toEqual(studios);
  });
const reads = (): number => server.calls().filter((call) => call === read).length;

/** Opens the feed, after which everything has been read. */
const feed = async (): Promise<PageStream> => {
  server.answer(read, () => list(one, two));
  close = followChanges(client);
  await waitFor(() => server.stream());
  server.stream().open();
  for (const name of Object.keys(keys) as Key[])
    if (name !== 'studios') client.setQueryData(keys[name], { role: 'admin' });
  return server.stream();
};
/** Returns which of the answered queries are outdated. */
const outdated = (): readonly string[] =>
  (Object.keys(keys) as Key[]).filter((name) => client.getQueryState(keys[name])?.isInvalidated === true);

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
});
afterEach(() => {
  close();
  client.clear();
});

const added = studioOf('studio-3');
it.each([
  ['studio', connected, [connected, two]],
  ['studios', { studios: [connected] }, [connected, two]],
  ['studio', added, [one, two, added]],
  ['removed', { studioId: 'studio-1' }, [two]],
] as const)('a list that was read before the event %s %j does not undo it', async (type, content, expected) => {
  const source = await feed();
  const answer = held();
  server.answer(read, answer.answer);
  const ended = client.refetchQueries({ queryKey: keys.studios });
  await waitFor(() => {
    expect(reads()).toBe(2);
  });
  source.send(type, content);
  await untilShown(...expected);
  answer.give(list(one, two));
  await ended;
  expect(shown()).toEqual(expected);
  server.answer(read, () => list(one));
  await client.refetchQueries({ queryKey: keys.studios });
  expect(shown()).toEqual([one]);
});

it.each([
  ['studio', connected, [connected, two]],
  ['removed', { studioId: 'studio-1' }, [two]],
] as const)(
  'the first list that arrives takes over what the event %s before it has changed',
  async (type, content, expected) => {
    const answer = held();
    server.answer(read, () => refused(503, 'later'), answer.answer);
    close = followChanges(client);
    await waitFor(() => server.stream());
    const stop = new QueryObserver(client, studiosQuery).subscribe(() => undefined);
    server.stream().send(type, content);
    answer.give(list(one, two));
    await untilShown(...expected);
    stop();
  },
);

it('a section is read again if it changes while it is read for the first time', async () => {
  const source = await feed();
  const answers: ((version: number) => void)[] = [];
  const queryKey = ['studio', 'studio-1', 'features'];
  const queryFn = (): Promise<number> => new Promise((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  source.send('changed', { studioId: 'studio-1', section: 'features' });
  await waitFor(() => {
    expect(answers).toHaveLength(2);
  });
  answers.forEach((answer, index) => {
    answer(index + 1);
  });
  await waitFor(() => {
    expect(client.getQueryData(queryKey)).toBe(2);
  });
  stop();
});

it('the page reads everything again after an interruption, also the studios', async () => {
  const source = await feed();
  expect(outdated()).toEqual([]);
  source.interrupt();
  expect(outdated()).toEqual(Object.keys(keys));
  for (const name of Object.keys(keys) as Key[]) client.setQueryData(keys[name], []);
  source.open();
  expect(outdated()).toEqual(Object.keys(keys));
});

it.each([
  ['studio', connected, ['changes']],
  ['changed', { studioId: 'studio-1', section: 'access' }, ['access', 'changes']],
  ['changed', { studioId: null, section: 'operators' }, ['operators']],
  ['changed', { studioId: 'studio-1', section: 'operators' }, ['operators']],
])('the page reads what the event %s %j concerns', async (type, content, names) => {
  const source = await feed();
  source.send(type, content);
  await waitFor(() => {
    expect(outdated()).toEqual(names);
  });
});

it('a studio is removed at once, with all that the page has read of it, and its unsaved changes', async () => {
  const source = await feed();
  const saved = { value: 1, etag: null, version: null };
  for (const id of ['studio-1', 'studio-2']) startEditing(`${id}/access`, saved, () => 2);
  source.send('studio', connected);
  source.send('removed', { studioId: 'studio-1' });
  expect(shown()).toEqual([two]);
  const edited: number[] = [];
  for (const id of ['studio-1', 'studio-2'])
    startEditing(`${id}/access`, saved, (value) => (edited.push(value), value));
  expect(edited).toEqual([1, 2]);
  expect([client.getQueryData(keys.access), client.getQueryData(keys.otherChanges)]).toEqual([
    ...[undefined, { role: 'admin' }],
  ]);
  expect(outdated()).toEqual(['removed']);
});

it('studios are added in the order of their ids', async () => {
  const source = await feed();
  const [zero, three] = [studioOf('studio-0'), studioOf('studio-3')];
  source.send('studios', { studios: [three, zero] });
  await untilShown(zero, one, two, three);
});

it.each([
  ['viewer', false],
  [null, false],
  ['admin', true],
])('the list of operators is left to admins only: %s', async (role, stays) => {
  const source = await feed();
  client.setQueryData(['session'], sessionOf({ role: 'admin' }));
  source.send('session', { username: 'ann', role, studioRoles: {} });
  expect(client.getQueryData(['session'])).toEqual({ ...sessionOf(), role });
  expect(client.getQueryState(['session'])?.isInvalidated).toBe(true);
  expect(client.getQueryData(keys.operators) !== undefined).toBe(stays);
});

it('a feed that is closed no longer has a status', async () => {
  const source = await feed();
  source.interrupt();
  expect(changeFeedStatus.get()).toBe('polling');
  close();
  expect([changeFeedStatus.get(), source.readyState]).toEqual(['connecting', 2]);
});

it('a feed that was refused is opened again after 10 s, as often as it is refused, until it is closed', async () => {
  await feed();
  vi.useFakeTimers();
  for (const refusals of [1, 2, 3]) {
    server.stream().interrupt(true);
    vi.advanceTimersByTime(9_999);
    expect(server.streams).toHaveLength(refusals);
    vi.advanceTimersByTime(1);
    expect(server.streams).toHaveLength(refusals + 1);
  }
  server.stream().interrupt(true);
  close();
  vi.advanceTimersByTime(10_000);
  expect(server.streams).toHaveLength(4);
});

it('a session that ends during the first read opens no feed', async () => {
  server.answer(read, () => list(one));
  followChanges(client)();
  await untilShown(one);
  expect(server.streams).toEqual([]);
});
