// Queries of refused callers.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { studioPath, getJson, sendRequest } from '../api/client.js';
import type { RefusedCallerItem } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads the callers that a studio's service refused recently, newest first. */
export const useRefusedCallers = (studioId: string): UseQueryResult<readonly RefusedCallerItem[]> =>
  useQuery({
    queryKey: keys.section(studioId, 'refused'),
    queryFn: async () =>
      (
        await getJson<{ readonly refusedCallers: readonly RefusedCallerItem[] }>(
          studioPath(studioId, 'refused-callers'),
        )
      ).refusedCallers,
  });

/** Returns a function that clears the list. */
export const useClearCallers = (studioId: string): (() => Promise<unknown>) => {
  const change = useChangeRequest(keys.section(studioId, 'refused'));
  return () => change(() => sendRequest('DELETE', studioPath(studioId, 'refused-callers')));
};
