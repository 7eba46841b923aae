// Who is signed in, what they may do, and how they come and go.
import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { sendRequest } from '../api/client.js';
import { sessionEnded } from '../api/conditions.js';
import type { Operator, Role } from '../api/contract.js';
import { forgetDrafts } from '../api/drafts.js';
import { isSessionEnd } from '../api/failure.js';
import { keys } from '../api/query-client.js';

/** What is shown to sign in. */
export interface SigningIn {
  readonly username: string;
  readonly password: string;
}

/** Who was signed in when the session ended stays so to the page: their work is still theirs, and they are asked to sign in. */
const whoAmI = async (client: QueryClient): Promise<Operator | null> => {
  try {
    return (await sendRequest<Operator>('GET', '/session')).value;
  } catch (error) {
    if (!isSessionEnd(error)) throw error;
    const before = client.getQueryData<Operator | null>(keys.session) ?? null;
    sessionEnded.set(before !== null);
    return before;
  }
};

/** Who is signed in; null for nobody. */
export const useSession = (): UseQueryResult<Operator | null> =>
  useQuery({
    queryKey: keys.session,
    queryFn: ({ client }) => whoAmI(client),
    staleTime: Infinity,
    refetchInterval: false,
  });

/** Signs in; what was refused for lack of a session is asked for again. */
export const useSignIn = (): UseMutationResult<Operator, Error, SigningIn> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (shown: SigningIn) => (await sendRequest<Operator>('POST', '/session', { body: shown })).value,
    onSuccess: (operator) => {
      sessionEnded.set(false);
      client.setQueryData(keys.session, operator);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
    },
  });
};

/** Leaves nothing of what was seen and typed to who comes after. */
export const forgetAll = (client: QueryClient): void => {
  forgetDrafts();
  sessionEnded.set(false);
  client.setQueryData(keys.session, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
};

/** Signs out, and leaves nothing of what was seen to who comes after. */
export const useSignOut = (): UseMutationResult<unknown, Error, void> => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendRequest('DELETE', '/session'),
    onSuccess: () => {
      forgetAll(client);
    },
  });
};

const ranks: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Whether whoever is signed in may do what takes a role. */
export const useMay = (role: Role): boolean => {
  const { data } = useSession();
  return data != null && ranks.indexOf(data.role) >= ranks.indexOf(role);
};

/** The names people read for the roles, and what they come with. */
export const roles: readonly { readonly value: Role; readonly label: string; readonly explanation: string }[] = [
  { value: 'viewer', label: 'Viewer', explanation: 'Sees everything but operators, changes nothing.' },
  { value: 'operator', label: 'Operator', explanation: 'Also changes access, features and devices.' },
  { value: 'admin', label: 'Admin', explanation: 'Also adds and removes studios, their keys, and operators.' },
];
