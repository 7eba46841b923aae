// The life of the change feed of the console's page: what is read again after an interruption, and what opens no more.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { ControlledSource, openedSources } from './controlled-source.js';
import { used } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
interface ChangeFeed {
  readonly followChanges: (client: QueryClient) => () => void;
}

interface Status {
  readonly changeFeedStatus: { readonly get: () => string };
}

interface Drafts {
  readonly startEditing: (key: string, saved: object, change: () => unknown) => void;
  readonly useHasDraft: (key: string) => boolean;
  readonly clearDrafts: () => void;
}

const folder = '../../adapters/web/console/api';
const studio = { id: 'studio-1', connected: true };
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
let answer: () => void;
let close: () => void;

beforeEach(async () => {
  openedSources.length = 0;
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: 0 } } });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('EventSource', ControlledSource);
  const reply = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', () => reply.then(() => Response.json({ studios: [studio], next: null })));
  close = ((await import(`${folder}/change-feed.js`)) as ChangeFeed).followChanges(client);
});
afterEach(() => {
  close();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns the feed, which the page opens after the first read. */
const feed = async (): Promise<ControlledSource> => {
  answer();
  await eventually('the feed is open', () => openedSources.length === 1);
  const [source] = openedSources as [ControlledSource];
  source.onopen();
  for (const name of Object.keys(keys) as Key[])
    if (name !== 'studios') client.setQueryData(keys[name], { role: 'admin' });
  return source;
};

/** Returns which of the answered queries are outdated. */
const outdated = (): readonly string[] =>
  (Object.keys(keys) as Key[]).filter((name) => client.getQueryState(keys[name])?.isInvalidated === true);

describe('the feed', () => {
  it('makes the page read everything again after an interruption, also the studios', async () => {
    const source = await feed();
    expect(outdated()).toEqual([]);
    source.interrupt();
    expect(outdated()).toEqual(Object.keys(keys));
    for (const name of Object.keys(keys) as Key[]) client.setQueryData(keys[name], [studio]);
    expect(outdated()).toEqual([]);
    source.onopen();
    expect(outdated()).toEqual(Object.keys(keys));
  });

  it('makes the page read the history of a studio again that has changed, and of no other', async () => {
    const source = await feed();
    source.send('studio', { ...studio, connected: false });
    await eventually('a history is outdated', () => outdated().length > 0);
    expect(outdated()).toEqual(['changes']);
  });

  it.each([
    [{ studioId: 'studio-1', section: 'access' }, ['access', 'changes']],
    [{ studioId: null, section: 'operators' }, ['operators']],
    [{ studioId: 'studio-1', section: 'operators' }, ['operators']],
  ])('makes the page read what a change concerns: %j', async (changed, names) => {
    const source = await feed();
    source.send('changed', changed);
    await eventually('it is outdated', () => outdated().length > 0);
    expect(outdated()).toEqual(names);
  });

  it('removes a studio at once, with all that the page has read of it, and its unsaved changes', async () => {
    const source = await feed();
    const drafts = (await import(`${folder}/drafts.js`)) as Drafts;
    for (const id of ['studio-1', 'studio-2']) drafts.startEditing(`${id}/access`, { value: 1 }, () => 2);
    source.send('studio', { ...studio, connected: false });
    source.send('removed', { studioId: 'studio-1' });
    expect(client.getQueryData(keys.studios)).toEqual([]);
    const isEdited = (id: string) => used(() => drafts.useHasDraft(`${id}/access`));
    expect(['studio-1', 'studio-2'].map(isEdited)).toEqual([false, true]);
    drafts.clearDrafts();
    expect(client.getQueryData(keys.access)).toBeUndefined();
    expect(client.getQueryData(keys.otherChanges)).toBeDefined();
    expect(outdated()).toEqual(['removed']);
  });

  it('adds studios in the order of their ids', async () => {
    const source = await feed();
    const added = ['studio-3', 'studio-0', 'studio-2'].map((id, place) => ({ id, name: String(place) }));
    source.send('studios', { studios: added });
    const ids = () => client.getQueryData<readonly { readonly id: string }[]>(keys.studios)?.map(({ id }) => id);
    await eventually('they are added', () => ids()?.length === 4);
    expect(ids()).toEqual(['studio-0', 'studio-1', 'studio-2', 'studio-3']);
  });

  it.each([
    ['viewer', false],
    [null, false],
    ['admin', true],
  ])('leaves the list of operators to admins only: %s', async (role, stays) => {
    const source = await feed();
    client.setQueryData(['session'], { username: 'ann', role: 'admin', secondFactor: 'on' });
    source.send('session', { username: 'ann', role, studioRoles: {} });
    expect(client.getQueryData(['session'])).toEqual({ username: 'ann', role, studioRoles: {}, secondFactor: 'on' });
    expect(client.getQueryState(['session'])?.isInvalidated).toBe(true);
    expect(client.getQueryData(keys.operators) !== undefined).toBe(stays);
  });
});

it('a feed that is closed says nothing more of how changes arrive', async () => {
  const source = await feed();
  const { changeFeedStatus } = (await import(`${folder}/connection-status.js`)) as Status;
  source.interrupt();
  expect(changeFeedStatus.get()).toBe('polling');
  close();
  expect([changeFeedStatus.get(), source.readyState]).toEqual(['connecting', ControlledSource.CLOSED]);
});

describe('a feed that was refused', () => {
  it('is opened again after 10 s', async () => {
    const source = await feed();
    vi.useFakeTimers();
    source.refuse();
    vi.advanceTimersByTime(9_999);
    expect(openedSources).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(openedSources).toHaveLength(2);
  });

  it('is not opened again once the session has ended', async () => {
    const source = await feed();
    vi.useFakeTimers();
    source.refuse();
    close();
    vi.advanceTimersByTime(10_000);
    expect(openedSources).toHaveLength(1);
  });
});

it('a session that ends during the first read opens no feed', async () => {
  close();
  answer();
  await eventually('the list is read', () => client.getQueryData(keys.studios) !== undefined);
  expect(openedSources).toEqual([]);
});
