// Queries of refused callers.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import type { RefusedCallerItem } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads the callers that a studio's service refused recently, newest first. */
export const useRefusedCallers = (id: string): UseQueryResult<readonly RefusedCallerItem[]> =>
  useQuery({
    queryKey: keys.section(id, 'refused'),
    queryFn: async () => (await read('refused.list', { params: { id } })).refusedCallers,
  });

/** Returns a function that clears the list. */
export const useClearCallers = (id: string): (() => Promise<unknown>) => {
  const change = useChangeRequest(keys.section(id, 'refused'));
  return () => change(() => call('refused.clear', { params: { id } }));
};
