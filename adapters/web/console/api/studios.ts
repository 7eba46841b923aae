// The query of all studios: the overview and most other views need it, and the change feed keeps it up to date.
import { getJson } from './client.js';
import type { StudioOverview } from './contract.js';
import { keys } from './query-client.js';

/** Reads all studios that the operator may see, ordered by id. */
export const studiosQuery = {
  queryKey: keys.studios,
  queryFn: async (): Promise<readonly StudioOverview[]> =>
    (await getJson<{ readonly studios: readonly StudioOverview[] }>('/studios')).studios,
};
