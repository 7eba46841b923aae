// The query of all studios: the overview and most other views need it, and the change feed keeps it up to date.
import { getJson } from './client.js';
import type { StudioOverview } from './contract.js';
import { keys } from './query-client.js';

interface StudioListPage {
  readonly studios: readonly StudioOverview[];
  readonly next: string | null;
}

/** The most studios that the console returns at once (FLEET-4). */
const pageSize = '2000';

/** Reads all studios that the operator may see, ordered by id, one page after the other. */
const readStudios = async (): Promise<readonly StudioOverview[]> => {
  const studios: StudioOverview[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ limit: pageSize, ...(after !== '' && { after }) });
    const page: StudioListPage = await getJson<StudioListPage>(`/studios?${query.toString()}`);
    studios.push(...page.studios);
    after = page.next;
  }
  return studios;
};

export const studiosQuery = { queryKey: keys.studios, queryFn: readStudios };
