// Callers that a studio's service refused lately.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChange, type ChangeRequest } from '../api/change.js';
import { ofStudio, getJson, sendRequest } from '../api/client.js';
import type { RefusedCallerItem } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Newest first. */
export const useRefusedCallers = (studioId: string): UseQueryResult<readonly RefusedCallerItem[]> =>
  useQuery({
    queryKey: keys.section(studioId, 'refused'),
    queryFn: async () =>
      (await getJson<{ readonly refusedCallers: readonly RefusedCallerItem[] }>(ofStudio(studioId, 'refused-callers')))
        .refusedCallers,
  });

/** Changes after which the list is another. */
export const useCallersChange = (studioId: string): ChangeRequest => useChange(keys.section(studioId, 'refused'));

/** Empties the list. */
export const clearCallers = (studioId: string): Promise<unknown> =>
  sendRequest('DELETE', ofStudio(studioId, 'refused-callers'));
