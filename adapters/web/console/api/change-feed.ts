// Client of the console's change feed. While the feed is unavailable, the page polls instead.
import equal from 'fast-deep-equal';
import type { QueryClient } from '@tanstack/react-query';
import { changeFeedStatus } from './connection-status.js';
import type { SectionChanged, SessionOperator, StudioOverview } from './contract.js';
import { dropDraftsOf } from './drafts.js';
import { keys } from './query-client.js';
import { studiosQuery } from './studios.js';

const reconnectAfterMs = 10_000;

const read = ({ data }: MessageEvent<string>): unknown => JSON.parse(data);

type Studios = ReadonlyMap<string, StudioOverview>;

/** Returns the studios with those that have changed. A studio that is the same stays the same object. */
const withStudios = (studios: readonly StudioOverview[], changed: Studios): readonly StudioOverview[] => {
  const known = new Set(studios.map(({ id }) => id));
  const added = [...changed.values()].filter(({ id }) => !known.has(id));
  const updated = studios.map((studio) => {
    const next = changed.get(studio.id);
    return next === undefined || equal(studio, next) ? studio : next;
  });
  if (added.length > 0) return [...updated, ...added].sort((one, other) => (one.id < other.id ? -1 : 1));
  return updated.every((studio, index) => studio === studios[index]) ? studios : updated;
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

/** Collects changed studios, and updates the list with all of them at once. */
const studioBatch = (client: QueryClient) => {
  let batch = new Map<string, StudioOverview>();
  const flush = (): void => {
    // The first read of the list is under way: what it returns may be older than these changes.
    if (client.isFetching({ queryKey: keys.studios }) > 0 && client.getQueryData(keys.studios) === undefined) {
      setTimeout(flush, collectMs);
      return;
    }
    const changed = batch;
    batch = new Map();
    updateStudios(client, (studios) => withStudios(studios, changed));
    for (const query of client.getQueryCache().findAll({ queryKey: ['studio'] })) {
      const [, id, section] = query.queryKey;
      if (section === 'changes' && changed.has(String(id)))
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  };
  const add = (studio: StudioOverview): void => {
    if (batch.size === 0) setTimeout(flush, collectMs);
    batch.set(studio.id, studio);
  };
  return { add, flush };
};

const invalidateSection = (client: QueryClient, { studioId, section }: SectionChanged): void => {
  const affected = studioId === null || section === 'operators' ? [keys.operators] : [keys.studio(studioId)];
  for (const queryKey of affected) void client.invalidateQueries({ queryKey });
};

const addListeners = (client: QueryClient, source: EventSource): void => {
  const changed = studioBatch(client);
  source.addEventListener('studio', (event: MessageEvent<string>) => {
    changed.add(read(event) as StudioOverview);
  });
  source.addEventListener('studios', (event: MessageEvent<string>) => {
    for (const studio of (read(event) as { readonly studios: readonly StudioOverview[] }).studios) changed.add(studio);
  });
  source.addEventListener('removed', (event: MessageEvent<string>) => {
    const { studioId } = read(event) as { readonly studioId: string };
    changed.flush();
    updateStudios(client, (studios) => studios.filter(({ id }) => id !== studioId));
    dropDraftsOf(studioId);
    client.removeQueries({ queryKey: keys.studio(studioId) });
    void client.invalidateQueries({ queryKey: keys.removedStudios });
  });
  source.addEventListener('session', (event: MessageEvent<string>) => {
    const roles = read(event) as Pick<SessionOperator, 'username' | 'role' | 'studioRoles'>;
    client.setQueryData<SessionOperator | null>(keys.session, (operator) => operator && { ...operator, ...roles });
    // A new role can require a second factor, which the event doesn't say.
    void client.invalidateQueries({ queryKey: keys.session });
    if (roles.role !== 'admin') client.removeQueries({ queryKey: keys.operators });
  });
  source.addEventListener('changed', (event: MessageEvent<string>) => {
    invalidateSection(client, read(event) as SectionChanged);
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
    source = new EventSource('/api/events?studios=together');
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
