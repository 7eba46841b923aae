// Requests about the operator's own second factor.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call, read } from '../api/client.js';
import type { BodyOf, SecondFactorOffer } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Requests a new secret, once for each time that the form is opened. */
export const useSecondFactorOffer = (formId: string): UseQueryResult<SecondFactorOffer> =>
  useQuery({
    queryKey: [...keys.secondFactorOffer, formId],
    queryFn: () => read('session.second-factor.offer'),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Sets up a second factor. Resolves with the recovery codes. */
export const setUpSecondFactor = async (body: BodyOf<'session.second-factor'>): Promise<readonly string[]> =>
  (await read('session.second-factor', { body })).recoveryCodes;

/** Removes the second factor. */
export const removeSecondFactor = async (body: BodyOf<'session.second-factor.remove'>): Promise<void> => {
  await call('session.second-factor.remove', { body });
};

/** Returns a function that reads the signed-in operator again. */
export const useRefreshSession = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.session });
};
