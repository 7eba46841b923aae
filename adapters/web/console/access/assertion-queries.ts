// What a studio asserts of its access: reading and replacing it.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { call, type ConsoleReply } from '../api/client.js';
import type { AccessAssertion, ResultOf } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** The assertions, each with whether it holds. */
export type AssertionList = ConsoleReply<ResultOf<'assertion.list'>>;

/** One of them. */
export type ShownAssertion = ResultOf<'assertion.list'>['assertions'][number];

/** Reads the assertions of a studio with the tag of their state. */
export const useAssertions = (id: string): UseQueryResult<AssertionList> =>
  useQuery({ queryKey: keys.section(id, 'assertions'), queryFn: () => call('assertion.list', { params: { id } }) });

/** Returns a function that replaces the assertions, unless they have changed since they were read. */
export const useSetAssertions = (
  id: string,
  { etag: ifMatch }: AssertionList,
): ((assertions: readonly AccessAssertion[]) => Promise<unknown>) => {
  const change = useChangeRequest(keys.section(id, 'assertions'));
  return (assertions) => change(() => call('assertion.set', { params: { id }, body: { assertions }, ifMatch }));
};

/** Returns an assertion without whether it holds. */
export const plain = ({ name, who, rule, calls }: ShownAssertion): AccessAssertion => ({ name, who, rule, calls });
