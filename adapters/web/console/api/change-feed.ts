// Client of the console's change feed. While the feed is unavailable, the page polls instead.
import equal from 'fast-deep-equal';
import type { QueryClient } from '@tanstack/react-query';
import { changeFeedStatus } from './connection-status.js';
import { urlOf } from './client.js';
import type { FeedData, FeedEvent, SessionOperator, StudioOverview } from './contract.js';
import { dropDraftsOf } from './drafts.js';
import { keys } from './query-client.js';
import { studiosQuery } from './studios.js';

const reconnectAfterMs = 10_000;

/** What became of studios, by id. */
type StudioChanges = ReadonlyMap<string, StudioOverview | 'removed'>;

/** Returns the studios with the changes. A studio that is the same stays the same object. */
const withChanges = (studios: readonly StudioOverview[], changes: StudioChanges): readonly StudioOverview[] => {
  const known = new Set(studios.map(({ id }) => id));
  const added = [...changes.values()].filter((change) => change !== 'removed').filter(({ id }) => !known.has(id));
  const updated = studios.flatMap((studio) => {
    const change = changes.get(studio.id) ?? studio;
    if (change === 'removed') return [];
    return equal(studio, change) ? studio : change;
  });
  if (added.length > 0) return [...updated, ...added].sort((one, other) => (one.id < other.id ? -1 : 1));
  const isSame = updated.length === studios.length && updated.every((studio, index) => studio === studios[index]);
  return isSame ? studios : updated;
};

const updateStudios = (
  client: QueryClient,
  change: (studios: readonly StudioOverview[]) => readonly StudioOverview[],
): void => {
  if (client.getQueryData(keys.studios) === undefined) return;
  // A read in flight may return an older state than the event, and would overwrite it.
  void client.cancelQueries({ queryKey: keys.studios });
  client.setQueryData<readonly StudioOverview[]>(keys.studios, (studios) => studios && change(studios));
};

/** How long changed studios are collected, in milliseconds: the feed begins with all of them. */
const collectMs = 40;

/** Collects changes of studios, and updates the list with all of them at once. */
const studioBatch = (client: QueryClient) => {
  let batch = new Map<string, StudioOverview | 'removed'>();
  const flush = (): void => {
    // The first read of the list is under way: what it returns may be older than these changes.
    if (client.isFetching({ queryKey: keys.studios }) > 0 && client.getQueryData(keys.studios) === undefined) {
      setTimeout(flush, collectMs);
      return;
    }
    const changes = batch;
    batch = new Map();
    updateStudios(client, (studios) => withChanges(studios, changes));
    for (const query of client.getQueryCache().findAll({ queryKey: ['studio'] })) {
      const [, id, section] = query.queryKey;
      if (section === 'changes' && changes.has(String(id)))
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  };
  const add = (id: string, change: StudioOverview | 'removed'): void => {
    if (batch.size === 0) setTimeout(flush, collectMs);
    batch.set(id, change);
  };
  return { add, flush };
};

const readSectionAgain = async (client: QueryClient, { studioId, section }: FeedData<'changed'>): Promise<void> => {
  const queryKey = studioId === null || section === 'operators' ? keys.operators : keys.studio(studioId);
  // A first read in flight may return an older state than the event, and would not be followed by another.
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
};

const addListeners = (client: QueryClient, source: EventSource): void => {
  const changed = studioBatch(client);
  const on = <Event extends FeedEvent>(name: Event, receive: (data: FeedData<Event>) => void): void => {
    source.addEventListener(name, ({ data }: MessageEvent<string>) => {
      receive(JSON.parse(data) as FeedData<Event>);
    });
  };
  on('studio', (studio) => {
    changed.add(studio.id, studio);
  });
  on('studios', ({ studios }) => {
    for (const studio of studios) changed.add(studio.id, studio);
  });
  on('removed', ({ studioId }) => {
    changed.add(studioId, 'removed');
    changed.flush();
    dropDraftsOf(studioId);
    client.removeQueries({ queryKey: keys.studio(studioId) });
    void client.invalidateQueries({ queryKey: keys.removedStudios });
  });
  on('session', ({ role, studioRoles }) => {
    client.setQueryData<SessionOperator | null>(
      keys.session,
      (operator) => operator && { ...operator, role, studioRoles },
    );
    // A new role can require a second factor, which the event doesn't say.
    void client.invalidateQueries({ queryKey: keys.session });
    if (role !== 'admin') client.removeQueries({ queryKey: keys.operators });
  });
  on('changed', (section) => {
    void readSectionAgain(client, section);
  });
};

/** Keeps the queries up to date until the returned function is called. Refreshes all of them after each reconnect. */
const openChangeFeed = (client: QueryClient): (() => void) => {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const setStatus = (status: 'live' | 'polling'): void => {
    if (changeFeedStatus.get() === status) return;
    // The feed begins with all studios: only after an interruption they are read again too.
    const isFirst = changeFeedStatus.get() === 'connecting' && status === 'live';
    changeFeedStatus.set(status);
    void client.invalidateQueries({ predicate: ({ queryKey }) => !isFirst || queryKey[0] !== keys.studios[0] });
  };
  const open = (): void => {
    source = new EventSource(urlOf('event.follow', { studios: 'together' }));
    source.onopen = () => {
      setStatus('live');
    };
    source.onerror = () => {
      setStatus('polling');
      // The browser does not reconnect after a refusal.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, reconnectAfterMs);
    };
    addListeners(client, source);
  };
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
    changeFeedStatus.set('connecting');
  };
};

/**
 * Reads all studios, and then keeps the queries up to date until the returned function is called. The feed begins with all
 * studios too: while the console sends them, it would answer the first read later.
 */
export const followChanges = (client: QueryClient): (() => void) => {
  let close: (() => void) | undefined = () => undefined;
  const open = (): void => {
    if (close !== undefined) close = openChangeFeed(client);
  };
  // The view shows a failure.
  void client.query(studiosQuery).then(open, open);
  return () => {
    close?.();
    close = undefined;
  };
};
