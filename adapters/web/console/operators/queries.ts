// Operators: who may sign in, and as what.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChange, type ChangeRequest } from '../api/change.js';
import { getJson, sendRequest } from '../api/client.js';
import type { Operator, Role } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** What is told of a new operator. */
export interface NewOperator extends Operator {
  readonly password: string;
}

export const useOperators = (): UseQueryResult<readonly Operator[]> =>
  useQuery({
    queryKey: keys.operators,
    queryFn: async () => (await getJson<{ readonly operators: readonly Operator[] }>('/operators')).operators,
  });

/** Changes after which the list of operators is another. */
export const useOperatorsChange = (): ChangeRequest => useChange(keys.operators);

const pathOf = (username: string): string => `/operators/${encodeURIComponent(username)}`;

export const addOperator = (body: NewOperator): Promise<unknown> => sendRequest('POST', '/operators', { body });

export const changeOperator = (
  username: string,
  body: { readonly role?: Role; readonly password?: string },
): Promise<unknown> => sendRequest('PATCH', pathOf(username), { body });

export const removeOperator = (username: string): Promise<unknown> => sendRequest('DELETE', pathOf(username));
