// Queries and changes of operators.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import type { BodyOf, OperatorAccount, ResultOf } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads all operators. */
export const useOperators = (): UseQueryResult<readonly OperatorAccount[]> =>
  useQuery({
    queryKey: keys.operators,
    queryFn: async () => (await read('operator.list')).operators,
  });

const useOperatorChange = (): ChangeRequest => useChangeRequest(keys.operators);

/** Returns a function that adds an operator. It resolves with what the console has generated. */
export const useAddOperator = (): ((operator: BodyOf<'operator.add'>) => Promise<ResultOf<'operator.add'>>) => {
  const change = useOperatorChange();
  return (body) => change(() => read('operator.add', { body }));
};

/** Returns a function that invites an operator again, and resolves with the token of the invitation. */
export const useInviteOperator = (username: string): (() => Promise<string>) => {
  const change = useOperatorChange();
  return async () => (await change(() => read('operator.invite', { params: { username } }))).invitation;
};

/** Returns a function that changes an operator. */
export const useChangeOperator = (username: string): ((body: BodyOf<'operator.change'>) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (body) => change(() => call('operator.change', { params: { username }, body }));
};

/** Returns a function that gives an operator a new password and resolves with it. */
export const useResetPassword = (username: string): (() => Promise<string>) => {
  const change = useOperatorChange();
  return async () => (await change(() => read('operator.reset', { params: { username } }))).password;
};

/** Returns a function that removes an operator by username. */
export const useRemoveOperator = (): ((username: string) => Promise<unknown>) => {
  const change = useOperatorChange();
  return (username) => change(() => call('operator.remove', { params: { username } }));
};

/** Returns a function that removes the second factor of an operator who has lost it. */
export const useResetSecondFactor = (username: string): (() => Promise<unknown>) => {
  const change = useOperatorChange();
  return () => change(() => call('operator.second-factor.reset', { params: { username } }));
};
