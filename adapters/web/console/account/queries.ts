// Queries and changes of sessions: the operator's own, or those of the operator with a username.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import type { SessionOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';

const readSessions = (username: string | undefined) =>
  username === undefined ? read('session.list') : read('session.list.operator', { params: { username } });

/** Reads sessions, the last used first. */
export const useSessions = (username?: string): UseQueryResult<readonly SessionOverview[]> =>
  useQuery({
    queryKey: keys.sessions(username),
    queryFn: async () => (await readSessions(username)).sessions,
  });

const endSession = (username: string | undefined, session: string) =>
  username === undefined
    ? call('session.end.one', { params: { session } })
    : call('session.end.operator.one', { params: { username, session } });

const endSessions = (username: string | undefined) =>
  username === undefined ? call('session.end.others') : call('session.end.operator', { params: { username } });

/** Returns a function that ends one session, or all but the present one. */
export const useEndSession = (username?: string): ((session?: string) => Promise<unknown>) => {
  const change = useChangeRequest(keys.sessions(username));
  return (session) => change(() => (session === undefined ? endSessions(username) : endSession(username, session)));
};
