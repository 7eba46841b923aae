// The query of all studios: the overview and most other views need it, and the change feed keeps it up to date.
import { read } from './client.js';
import type { ResultOf, StudioOverview } from './contract.js';
import { keys } from './query-client.js';

/** The most studios that the console returns at once (FLEET-4). */
const pageSize = '2000';

/** Reads all studios that the operator may see, ordered by id, one page after the other. */
const readStudios = async (): Promise<readonly StudioOverview[]> => {
  const studios: StudioOverview[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: ResultOf<'studio.list'> = await read('studio.list', {
      params: { limit: pageSize, ...(after !== '' && { after }) },
    });
    studios.push(...page.studios);
    after = page.next;
  }
  return studios;
};

export const studiosQuery = { queryKey: keys.studios, queryFn: readStudios };
