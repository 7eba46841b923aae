// Queries of the history, and the request that restores earlier settings.
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { getJson, sendRequest, studioPath, type ConsoleReply } from '../api/client.js';
import type { HistoryItem, RestorationItem, RestoreScope } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { filterQuery, type HistoryFilter } from './filter.js';

const pageSize = 50;
const exportPageSize = 200;

interface Page {
  readonly changes: readonly HistoryItem[];
}

const pageOf = (path: string, filter: HistoryFilter, limit: number, before: string): Promise<Page> =>
  getJson<Page>(
    `${path}?${new URLSearchParams({ ...filterQuery(filter), limit: String(limit), ...(before !== '' && { before }) }).toString()}`,
  );

const nextPageParam = ({ changes }: Page): string | undefined =>
  changes.length < pageSize ? undefined : String(changes.at(-1)?.id);

/** Reads the changes at a path of the console page by page, newest first. */
export const useHistory = (
  queryKey: readonly string[],
  path: string,
  filter: HistoryFilter = {},
): UseInfiniteQueryResult<InfiniteData<Page>> =>
  useInfiniteQuery({
    queryKey: [...queryKey, filter],
    queryFn: ({ pageParam }) => pageOf(path, filter, pageSize, pageParam),
    initialPageParam: '',
    getNextPageParam: nextPageParam,
    // The list stays while another filter is applied.
    placeholderData: (previous) => previous,
  });

/** Reads one change at the path of its history, with all its fields. */
export const readChange = async (path: string, id: number): Promise<HistoryItem> =>
  (await getJson<{ readonly change: HistoryItem }>(`${path}/${String(id)}`)).change;

const isCut = ({ fields, fieldCount }: HistoryItem): boolean => (fields?.length ?? 0) < (fieldCount ?? 0);

/** Reads all changes that a filter selects, newest first, each with all its fields. */
export const readAllChanges = async (path: string, filter: HistoryFilter): Promise<readonly HistoryItem[]> => {
  const all: HistoryItem[] = [];
  for (let before = ''; ; before = String(all.at(-1)?.id)) {
    const { changes } = await pageOf(path, filter, exportPageSize, before);
    for (const change of changes) all.push(isCut(change) ? await readChange(path, change.id) : change);
    if (changes.length < exportPageSize) return all;
  }
};

const restorePath = (studioId: string, change: number, scope: RestoreScope): string =>
  `${studioPath(studioId, 'changes', String(change), 'restore')}?scope=${scope}`;

/** Reads what restoring the settings before a change would change. */
export const useRestoration = (
  studioId: string,
  change: number,
  scope: RestoreScope,
): UseQueryResult<ConsoleReply<{ readonly restoration: RestorationItem }>> =>
  useQuery({
    queryKey: [...keys.section(studioId, 'changes'), change, scope],
    queryFn: () => sendRequest('GET', restorePath(studioId, change, scope)),
    placeholderData: (previous) => previous,
  });

/** Returns a function that restores the settings before a change, unless they were changed after they were read. */
export const useRestore = (
  studioId: string,
  change: number,
): ((scope: RestoreScope, ifMatch: string | null) => Promise<unknown>) => {
  const request = useChangeRequest(keys.studio(studioId), keys.studios);
  return (scope, ifMatch) => request(() => sendRequest('POST', restorePath(studioId, change, scope), { ifMatch }));
};
