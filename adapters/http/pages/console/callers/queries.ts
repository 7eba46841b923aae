// Callers that a studio's service refused lately.
import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
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

/** Empties the list. */
export const useClearCallers = (studioId: string): UseMutationResult<unknown, Error, void> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('DELETE', ofStudio(studioId, 'refused-callers')),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.section(studioId, 'refused') }),
  });
};
