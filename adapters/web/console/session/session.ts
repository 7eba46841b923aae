// The session of the signed-in operator: sign-in, sign-out and role.
import { t } from '@lingui/core/macro';
import {
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { idleSeconds } from '../api/activity.js';
import { call, read } from '../api/client.js';
import { hasSessionEnded, sessionEndReason } from '../api/connection-status.js';
import type { ResultOf, Role, SessionOperator } from '../api/contract.js';
import { clearDrafts } from '../api/drafts.js';
import { isUnauthorized } from '../api/failure.js';
import { keys } from '../api/query-client.js';
import { isRoleSufficient, roleInStudio } from '../api/rules.js';

/** Username and password of a sign-in. */
export interface SignInCredentials {
  readonly username: string;
  readonly password: string;
  /** A code of the second factor; absent in the first attempt. */
  readonly code?: string;
}

const operatorOf = (client: QueryClient): SessionOperator | null =>
  client.getQueryData<SessionOperator | null>(keys.session) ?? null;

/** Selects all queries but the session. */
const exceptSession = { predicate: ({ queryKey }: Query) => queryKey[0] !== keys.session[0] };

/** Clears drafts and query results, except the session. */
const clearPage = (client: QueryClient): void => {
  clearDrafts();
  client.removeQueries(exceptSession);
};

/** Clears the page if the operator is another one than before, who gets neither drafts nor query results of the previous one. */
const clearForAnother = (client: QueryClient, { username }: SessionOperator): void => {
  const previous = operatorOf(client);
  if (previous !== null && previous.username !== username) clearPage(client);
};

/**
 * Returns the signed-in operator, who may have signed in in another tab. After the session has ended, returns the previous one,
 * whose drafts stay on the page.
 */
const readOperator = async (client: QueryClient): Promise<SessionOperator | null> => {
  try {
    const operator = await read('session.get');
    clearForAnother(client, operator);
    return operator;
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const previous = operatorOf(client);
    hasSessionEnded.set(previous !== null);
    return previous;
  }
};

/** Reads the signed-in operator; null if there is none. */
export const useSession = (): UseQueryResult<SessionOperator | null> =>
  useQuery({
    queryKey: keys.session,
    queryFn: ({ client }) => readOperator(client),
    staleTime: Infinity,
    refetchInterval: false,
    // Another operator may have signed in in another tab.
    refetchOnWindowFocus: 'always',
  });

/** How often the session is refreshed while the operator does something, milliseconds. */
const refreshEveryMs = 60_000;

/**
 * Refreshes the session while the operator does something, so that it does not end during a long edit without requests.
 * Returns a function that stops it.
 */
export const keepSessionWhileActive = (client: QueryClient): (() => void) => {
  const timer = setInterval(() => {
    if (idleSeconds() * 1_000 < refreshEveryMs) void client.invalidateQueries({ queryKey: keys.session });
  }, refreshEveryMs);
  return () => {
    clearInterval(timer);
  };
};

/** Continues the page with the operator who has signed in, and refreshes the queries that failed without a session. */
export const beginSession = (client: QueryClient, operator: SessionOperator): void => {
  clearForAnother(client, operator);
  hasSessionEnded.set(false);
  sessionEndReason.set(null);
  client.setQueryData(keys.session, operator);
  void client.invalidateQueries(exceptSession);
};

/** Signs in, then refreshes the queries that failed without a session. */
export const useSignIn = (): UseMutationResult<SessionOperator, Error, SignInCredentials> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: SignInCredentials) =>
      read('session.begin', { body: { ...credentials, code: credentials.code ?? null } }),
    onSuccess: (operator) => {
      beginSession(client, operator);
    },
  });
};

/** The identity provider at which operators can sign in. */
type ProviderOffer = ResultOf<'session.offer'>['provider'];

/** Reads the identity provider; null if there is none. */
export const useProvider = (): UseQueryResult<ProviderOffer> =>
  useQuery({
    queryKey: keys.signInOffer,
    queryFn: async () => (await read('session.offer')).provider,
    staleTime: Infinity,
    refetchInterval: false,
  });

/** Clears drafts and query results, so that the next operator at this browser does not see them. */
export const endSession = (client: QueryClient): void => {
  hasSessionEnded.set(false);
  client.setQueryData(keys.session, null);
  clearPage(client);
};

/** Signs out and clears the page. */
export const useSignOut = (): UseMutationResult<unknown, Error, void> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('session.end'),
    onSuccess: () => {
      endSession(client);
    },
  });
};

/** Returns whether the signed-in operator has a role or a higher one in all studios. */
export const useHasRole = (role: Role): boolean => {
  const { data } = useSession();
  return data?.role != null && isRoleSufficient(data.role, role);
};

/** Returns whether the signed-in operator has a role or a higher one in a studio. */
export const useHasRoleIn = (studioId: string, role: Role): boolean => {
  const { data } = useSession();
  const held = data == null ? null : roleInStudio(data, studioId);
  return held !== null && isRoleSufficient(held, role);
};

/** Returns whether the signed-in operator may change the devices of a studio. */
export const useMayOperate = (): ((studioId: string) => boolean) => {
  const { data } = useSession();
  return (studioId) => {
    const held = data == null ? null : roleInStudio(data, studioId);
    return held !== null && isRoleSufficient(held, 'operator');
  };
};

/** Labels and explanations of the roles. */
export const roleOptions: readonly { readonly value: Role; readonly label: string; readonly explanation: string }[] = [
  { value: 'viewer', label: t`Viewer`, explanation: t`Can view everything except operators.` },
  { value: 'operator', label: t`Operator`, explanation: t`Can also change access, features and devices.` },
  { value: 'admin', label: t`Admin`, explanation: t`Can also manage studios, studio keys and operators.` },
];
