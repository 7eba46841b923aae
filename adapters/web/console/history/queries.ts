// Queries of the history, and the request that restores earlier settings.
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { call, read, type ConsoleReply } from '../api/client.js';
import type { HistoryItem, ParametersOf, RestoreScope, ResultOf } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { filterQuery, type HistoryFilter } from './filter.js';

const pageSize = 50;
const exportPageSize = 200;

type Page = ResultOf<'change.list'>;
type PageQuery = Omit<ParametersOf<'change.list'>, 'id'>;

/** A history: the changes of a studio, of a removed studio, or of the console itself. */
export interface HistorySource {
  readonly page: (query: PageQuery) => Promise<Page>;
  /** Reads one change with all its fields. Absent if the changes have no fields. */
  readonly change?: (id: number) => Promise<ResultOf<'change.get'>>;
}

/** The history of a studio. */
export const studioHistory = (id: string): HistorySource => ({
  page: (query) => read('change.list', { params: { id, ...query } }),
  change: (change) => read('change.get', { params: { id, change: String(change) } }),
});

/** The history of a removed studio. */
export const removedStudioHistory = (id: string): HistorySource => ({
  page: (query) => read('change.list.removed', { params: { id, ...query } }),
  change: (change) => read('change.get.removed', { params: { id, change: String(change) } }),
});

/** The history of the console itself. */
export const consoleHistory: HistorySource = {
  page: (query) => read('change.list.console', { params: query }),
};

const pageOf = ({ page }: HistorySource, filter: HistoryFilter, limit: number, before: string): Promise<Page> =>
  page({ ...filterQuery(filter), limit: String(limit), ...(before !== '' && { before }) });

const nextPageParam = ({ changes }: Page): string | undefined =>
  changes.length < pageSize ? undefined : String(changes.at(-1)?.id);

/** Reads the changes of a history page by page, newest first. */
export const useHistory = (
  queryKey: readonly string[],
  source: HistorySource,
  filter: HistoryFilter = {},
): UseInfiniteQueryResult<InfiniteData<Page>> =>
  useInfiniteQuery({
    queryKey: [...queryKey, filter],
    queryFn: ({ pageParam }) => pageOf(source, filter, pageSize, pageParam),
    initialPageParam: '',
    getNextPageParam: nextPageParam,
    // The list stays while another filter is applied.
    placeholderData: (previous) => previous,
  });

/** Reads one change of a history with all its fields. */
export const readChange = async ({ change: read }: HistorySource, change: HistoryItem): Promise<HistoryItem> =>
  read === undefined ? change : (await read(change.id)).change;

const isCut = ({ fields, fieldCount }: HistoryItem): boolean => (fields?.length ?? 0) < (fieldCount ?? 0);

/** Reads all changes that a filter selects, newest first, each with all its fields. */
export const readAllChanges = async (source: HistorySource, filter: HistoryFilter): Promise<readonly HistoryItem[]> => {
  const all: HistoryItem[] = [];
  for (let before = ''; ; before = String(all.at(-1)?.id)) {
    const { changes } = await pageOf(source, filter, exportPageSize, before);
    for (const change of changes) all.push(isCut(change) ? await readChange(source, change) : change);
    if (changes.length < exportPageSize) return all;
  }
};

const restored = (studioId: string, change: number, scope: RestoreScope) => ({
  params: { id: studioId, change: String(change), scope },
});

/** Reads what restoring the settings before a change would change. */
export const useRestoration = (
  studioId: string,
  change: number,
  scope: RestoreScope,
): UseQueryResult<ConsoleReply<ResultOf<'restoration.get'>>> =>
  useQuery({
    queryKey: [...keys.section(studioId, 'changes'), change, scope],
    queryFn: () => call('restoration.get', restored(studioId, change, scope)),
    placeholderData: (previous) => previous,
  });

/** Returns a function that restores the settings before a change, unless they were changed after they were read. */
export const useRestore = (
  studioId: string,
  change: number,
): ((scope: RestoreScope, ifMatch: string | null) => Promise<unknown>) => {
  const request = useChangeRequest(keys.studio(studioId), keys.studios);
  return (scope, ifMatch) => request(() => call('change.restore', { ...restored(studioId, change, scope), ifMatch }));
};
