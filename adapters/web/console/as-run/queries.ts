// Reads the as-run log of a studio, at its service.
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { read } from '../api/client.js';
import type { AsRunItem, AsRunPageItem } from '../api/contract.js';
import { filterQuery, type ShownFilter } from './filter.js';

const pageSize = 200;
const exportPageSize = 1_000;

/** The most entries of one export: a browser holds them all. */
export const maxExported = 50_000;

const readPage = (id: string, filter: ShownFilter, limit: number, older: string): Promise<AsRunPageItem> =>
  read('as-run.list', {
    params: { id, ...filterQuery(filter), limit: String(limit), ...(older !== '' && { older }) },
  });

/**
 * Reads the log page by page, newest first. Another `turn` reads it again: what happens at the console, or how often its page is
 * shown, makes no service read its files.
 */
export const useAsRun = (
  studioId: string,
  filter: ShownFilter,
  turn: number,
): UseInfiniteQueryResult<InfiniteData<AsRunPageItem>> =>
  useInfiniteQuery({
    queryKey: ['as-run', studioId, filter, turn],
    queryFn: ({ pageParam }) => readPage(studioId, filter, pageSize, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ older }: AsRunPageItem) => older,
    placeholderData: (previous) => previous,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** Entries to export. */
export interface Exported {
  readonly entries: readonly AsRunItem[];
  /** Whether there are older ones, which are too many. */
  readonly isCut: boolean;
}

/** Reads all entries that a filter selects, newest first. */
export const readAllEntries = async (studioId: string, filter: ShownFilter): Promise<Exported> => {
  const entries: AsRunItem[] = [];
  for (let next: string | null = ''; next !== null;) {
    if (entries.length >= maxExported) return { entries, isCut: true };
    const { entries: further, older } = await readPage(studioId, filter, exportPageSize, next);
    entries.push(...further);
    next = older;
  }
  return { entries, isCut: false };
};
