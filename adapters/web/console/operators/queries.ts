// Queries and changes of operators.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { getJson, sendRequest } from '../api/client.js';
import type { Operator, Role } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** A new operator. */
export interface NewOperator extends Operator {
  readonly password: string;
}

/** Reads all operators. */
export const useOperators = (): UseQueryResult<readonly Operator[]> =>
  useQuery({
    queryKey: keys.operators,
    queryFn: async () => (await getJson<{ readonly operators: readonly Operator[] }>('/operators')).operators,
  });

const useOperatorChange = (): ChangeRequest => useChangeRequest(keys.operators);

const pathOf = (username: string): string => `/operators/${encodeURIComponent(username)}`;

/** Returns a function that adds an operator. */
export const useAddOperator = (): ((operator: NewOperator) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (body) => change(() => sendRequest('POST', '/operators', { body }));
};

/** Role and password that an operator gets; what is absent stays. */
interface OperatorChange {
  readonly role?: Role;
  readonly password?: string;
}

/** Returns a function that changes an operator. */
export const useChangeOperator = (username: string): ((body: OperatorChange) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (body) => change(() => sendRequest('PATCH', pathOf(username), { body }));
};

/** Returns a function that removes an operator by username. */
export const useRemoveOperator = (): ((username: string) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (username) => change(() => sendRequest('DELETE', pathOf(username)));
};
