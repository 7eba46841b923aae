// Queries of the first steps on a new console.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call, read } from '../api/client.js';
import type { FirstSteps } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { firstOperator } from '../api/rules.js';
import { useSession } from '../session/session.js';

/** Reads what is done of the first steps; null if they aren't offered to this operator. */
export const useFirstSteps = (): UseQueryResult<FirstSteps | null> => {
  const { data: operator } = useSession();
  return useQuery({
    queryKey: keys.firstSteps,
    queryFn: async () => (operator?.username === firstOperator ? (await read('first-steps.get')).firstSteps : null),
    refetchInterval: false,
  });
};

/** Returns a function that reads the steps again. */
export const useRefreshFirstSteps = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.firstSteps });
};

/** Returns a function that leaves the steps for good. */
export const useEndFirstSteps = (): (() => Promise<void>) => {
  const refresh = useRefreshFirstSteps();
  return async () => {
    await call('first-steps.end');
    await refresh();
  };
};
