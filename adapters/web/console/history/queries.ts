// Query of the history.
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { getJson } from '../api/client.js';
import type { HistoryItem } from '../api/contract.js';

const pageSize = 50;

interface Page {
  readonly changes: readonly HistoryItem[];
}

const nextPageParam = ({ changes }: Page): string | undefined =>
  changes.length < pageSize ? undefined : String(changes.at(-1)?.id);

/** Reads the changes at a path of the console page by page, newest first. */
export const useHistory = (queryKey: readonly string[], path: string): UseInfiniteQueryResult<InfiniteData<Page>> =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      getJson<Page>(
        `${path}?limit=${String(pageSize)}${pageParam === '' ? '' : `&before=${encodeURIComponent(pageParam)}`}`,
      ),
    initialPageParam: '',
    getNextPageParam: nextPageParam,
  });
