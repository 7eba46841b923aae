// Queries and changes of operators.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { getJson, sendRequest } from '../api/client.js';
import type { OperatorAccount, Role, StudioRoles } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** A new operator; without a password, the console generates one. */
export interface NewOperator {
  readonly username: string;
  readonly role: Role | null;
  readonly studioRoles: StudioRoles;
  readonly password: string | null;
}

/** Reads all operators. */
export const useOperators = (): UseQueryResult<readonly OperatorAccount[]> =>
  useQuery({
    queryKey: keys.operators,
    queryFn: async () => (await getJson<{ readonly operators: readonly OperatorAccount[] }>('/operators')).operators,
  });

const useOperatorChange = (): ChangeRequest => useChangeRequest(keys.operators);

/** Returns the path of an operator or of a resource below it. */
export const operatorPath = (username: string, ...rest: readonly string[]): string =>
  ['/operators', ...[username, ...rest].map(encodeURIComponent)].join('/');

/** Returns a function that adds an operator. It resolves with the generated password, null if one was chosen. */
export const useAddOperator = (): ((operator: NewOperator) => Promise<string | null>) => {
  const change = useOperatorChange();
  return async (body) => {
    const { value } = await change(() =>
      sendRequest<{ readonly password: string | null }>('POST', '/operators', { body }),
    );
    return value.password;
  };
};

/** What an operator gets; what is absent stays. */
type OperatorChange = Partial<Pick<OperatorAccount, 'role' | 'studioRoles' | 'disabled'>>;

/** Returns a function that changes an operator. */
export const useChangeOperator = (username: string): ((body: OperatorChange) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (body) => change(() => sendRequest('PATCH', operatorPath(username), { body }));
};

/** Returns a function that gives an operator a new password and resolves with it. */
export const useResetPassword = (username: string): (() => Promise<string>) => {
  const change = useOperatorChange();
  return async () => {
    const path = operatorPath(username, 'password');
    return (await change(() => sendRequest<{ readonly password: string }>('POST', path, { body: {} }))).value.password;
  };
};

/** Returns a function that removes an operator by username. */
export const useRemoveOperator = (): ((username: string) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (username) => change(() => sendRequest('DELETE', operatorPath(username)));
};

/** Returns a function that removes the second factor of an operator who has lost it. */
export const useResetSecondFactor = (username: string): (() => Promise<unknown>) => {
  const change = useOperatorChange();
  return () => change(() => sendRequest('DELETE', operatorPath(username, 'second-factor')));
};
