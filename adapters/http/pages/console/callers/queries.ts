// Callers that a studio's service refused lately.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChange, type Change } from '../api/change.js';
import { ofStudio, read, request } from '../api/client.js';
import type { RefusedCaller } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Newest first. */
export const useRefusedCallers = (studioId: string): UseQueryResult<readonly RefusedCaller[]> =>
  useQuery({
    queryKey: keys.section(studioId, 'refused'),
    queryFn: async () =>
      (await read<{ readonly refusedCallers: readonly RefusedCaller[] }>(ofStudio(studioId, 'refused-callers')))
        .refusedCallers,
  });

/** Changes after which the list is another. */
export const useCallersChange = (studioId: string): Change => useChange(keys.section(studioId, 'refused'));

/** Empties the list. */
export const clearCallers = (studioId: string): Promise<unknown> =>
  request('DELETE', ofStudio(studioId, 'refused-callers'));
