// Who changed what, when: read page by page.
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { read } from '../api/client.js';
import type { Change } from '../api/contract.js';

const pageSize = 50;

interface Page {
  readonly changes: readonly Change[];
}

const next = ({ changes }: Page): string | undefined =>
  changes.length < pageSize ? undefined : String(changes.at(-1)?.id);

/** The changes at a path of the console, newest first. */
export const useChanges = (queryKey: readonly string[], path: string): UseInfiniteQueryResult<InfiniteData<Page>> =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      read<Page>(
        `${path}?limit=${String(pageSize)}${pageParam === '' ? '' : `&before=${encodeURIComponent(pageParam)}`}`,
      ),
    initialPageParam: '',
    getNextPageParam: next,
  });
