// Requests about the operator's own second factor.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { sendRequest } from '../api/client.js';
import type { RecoveryCodes, SecondFactorOffer } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import type { SetUpRequest } from './code.js';

/** Requests a new secret, once for each time that the form is opened. */
export const useSecondFactorOffer = (formId: string): UseQueryResult<SecondFactorOffer> =>
  useQuery({
    queryKey: [...keys.secondFactorOffer, formId],
    queryFn: async () => (await sendRequest<SecondFactorOffer>('POST', '/session/second-factor')).value,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Sets up a second factor. Resolves with the recovery codes. */
export const setUpSecondFactor = async (body: SetUpRequest): Promise<readonly string[]> =>
  (await sendRequest<RecoveryCodes>('PUT', '/session/second-factor', { body })).value.recoveryCodes;

/** Removes the second factor. */
export const removeSecondFactor = async (body: {
  readonly password: string;
  readonly currentCode: string;
}): Promise<void> => {
  await sendRequest('POST', '/session/second-factor/remove', { body });
};

/** Returns a function that reads the signed-in operator again. */
export const useRefreshSession = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.session });
};
