// Queries and changes of API tokens.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import type { ApiTokenOverview, BodyOf } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads all API tokens. */
export const useApiTokens = (): UseQueryResult<readonly ApiTokenOverview[]> =>
  useQuery({
    queryKey: keys.apiTokens,
    queryFn: async () => (await read('api-token.list')).apiTokens,
  });

const useApiTokenChange = (): ChangeRequest => useChangeRequest(keys.operators);

/** Returns a function that makes an API token, and resolves with it. */
export const useAddApiToken = (): ((body: BodyOf<'api-token.add'>) => Promise<string>) => {
  const change = useApiTokenChange();
  return async (body) => (await change(() => read('api-token.add', { body }))).token;
};

/** Returns a function that revokes an API token. */
export const useRevokeApiToken = (token: string): (() => Promise<unknown>) => {
  const change = useApiTokenChange();
  return () => change(() => call('api-token.revoke', { params: { token } }));
};

/** Returns a function that removes an API token. */
export const useRemoveApiToken = (token: string): (() => Promise<unknown>) => {
  const change = useApiTokenChange();
  return () => change(() => call('api-token.remove', { params: { token } }));
};
