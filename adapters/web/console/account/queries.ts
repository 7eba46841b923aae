// Queries and changes of sessions, at the path of an operator's own or of another operator's.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { getJson, sendRequest } from '../api/client.js';
import type { SessionOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** The path of the operator's own sessions. */
export const ownSessions = '/sessions';

/** Reads sessions, the last used first. */
export const useSessions = (path: string): UseQueryResult<readonly SessionOverview[]> =>
  useQuery({
    queryKey: keys.sessions(path),
    queryFn: async () => (await getJson<{ readonly sessions: readonly SessionOverview[] }>(path)).sessions,
  });

/** Returns a function that ends one session, or all but the present one. */
export const useEndSession = (path: string): ((id?: string) => Promise<unknown>) => {
  const change = useChangeRequest(keys.sessions(path));
  return (id) => change(() => sendRequest('DELETE', id === undefined ? path : `${path}/${encodeURIComponent(id)}`));
};
