// Client of the console's change feed. While the feed is unavailable, the page polls instead.
import type { QueryClient } from '@tanstack/react-query';
import { changeFeedStatus } from './connection-status.js';
import type { SectionChanged, SessionOperator, StudioOverview } from './contract.js';
import { dropDraftsOf } from './drafts.js';
import { keys } from './query-client.js';

const reconnectAfterMs = 10_000;

const read = ({ data }: MessageEvent<string>): unknown => JSON.parse(data);

const withStudio = (studios: readonly StudioOverview[], changed: StudioOverview): readonly StudioOverview[] =>
  studios.some(({ id }) => id === changed.id)
    ? studios.map((studio) => (studio.id === changed.id ? changed : studio))
    : [...studios, changed].sort((one, other) => (one.id < other.id ? -1 : 1));

const updateStudios = (
  client: QueryClient,
  change: (studios: readonly StudioOverview[]) => readonly StudioOverview[],
): void => {
  if (client.getQueryData(keys.studios) === undefined) return;
  // A read in flight may return an older state than the event, and would overwrite it.
  void client.cancelQueries({ queryKey: keys.studios });
  client.setQueryData<readonly StudioOverview[]>(keys.studios, (studios) => studios && change(studios));
};

const invalidateSection = (client: QueryClient, { studioId, section }: SectionChanged): void => {
  const affected = studioId === null || section === 'operators' ? [keys.operators] : [keys.studio(studioId)];
  for (const queryKey of affected) void client.invalidateQueries({ queryKey });
};

const addListeners = (client: QueryClient, source: EventSource): void => {
  source.addEventListener('studio', (event: MessageEvent<string>) => {
    const studio = read(event) as StudioOverview;
    updateStudios(client, (studios) => withStudio(studios, studio));
    void client.invalidateQueries({ queryKey: keys.section(studio.id, 'changes') });
  });
  source.addEventListener('removed', (event: MessageEvent<string>) => {
    const { studioId } = read(event) as { readonly studioId: string };
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
export const openChangeFeed = (client: QueryClient): (() => void) => {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const setStatus = (status: 'live' | 'polling'): void => {
    if (changeFeedStatus.get() === status) return;
    changeFeedStatus.set(status);
    void client.invalidateQueries();
  };
  const open = (): void => {
    source = new EventSource('/api/events');
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
