// Changes as they happen: the console's event stream, kept open, and polling while it isn't.
import type { QueryClient } from '@tanstack/react-query';
import { liveness } from './conditions.js';
import type { SectionChanged, StudioOverview } from './contract.js';
import { keys } from './query-client.js';

const againAfterMs = 10_000;

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
  // What is being asked for just now may be older than what was pushed, and would come in after it.
  void client.cancelQueries({ queryKey: keys.studios });
  client.setQueryData<readonly StudioOverview[]>(keys.studios, (studios) => studios && change(studios));
};

const forget = (client: QueryClient, { studioId, section }: SectionChanged): void => {
  const affected = studioId === null || section === 'operators' ? [keys.operators] : [keys.studio(studioId)];
  for (const queryKey of affected) void client.invalidateQueries({ queryKey });
};

const listen = (client: QueryClient, source: EventSource): void => {
  source.addEventListener('studio', (event: MessageEvent<string>) => {
    const studio = read(event) as StudioOverview;
    updateStudios(client, (studios) => withStudio(studios, studio));
    void client.invalidateQueries({ queryKey: keys.section(studio.id, 'changes') });
  });
  source.addEventListener('removed', (event: MessageEvent<string>) => {
    const { studioId } = read(event) as { readonly studioId: string };
    updateStudios(client, (studios) => studios.filter(({ id }) => id !== studioId));
  });
  source.addEventListener('changed', (event: MessageEvent<string>) => {
    forget(client, read(event) as SectionChanged);
  });
};

/** Follows the console until the returned function is called. What was missed meanwhile is asked for. */
export const followChanges = (client: QueryClient): (() => void) => {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const become = (state: 'live' | 'polling'): void => {
    if (liveness.get() === state) return;
    liveness.set(state);
    void client.invalidateQueries();
  };
  const open = (): void => {
    source = new EventSource('/api/events');
    source.onopen = () => {
      become('live');
    };
    source.onerror = () => {
      become('polling');
      // A stream that was refused isn't tried again by the browser.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, againAfterMs);
    };
    listen(client, source);
  };
  open();
  return () => {
    clearTimeout(again);
    source?.close();
    liveness.set('connecting');
  };
};
