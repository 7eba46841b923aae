// Studios: the list of them, entering and removing one, its name and its key.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChange, type ChangeRequest } from '../api/change.js';
import { ofStudio, getJson, sendRequest } from '../api/client.js';
import type { StudioOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** A studio that was just entered, with the key that its service shows. */
export interface Entered {
  readonly studio: StudioOverview;
  readonly key: string;
}

/** All studios, in the order of their ids. */
export const useStudios = (): UseQueryResult<readonly StudioOverview[]> =>
  useQuery({
    queryKey: keys.studios,
    queryFn: async () => (await getJson<{ readonly studios: readonly StudioOverview[] }>('/studios')).studios,
  });

/** Changes after which the list of studios is another. */
export const useStudiosChange = (): ChangeRequest => useChange(keys.studios);

export const addStudio = async (body: { readonly id: string; readonly name: string }): Promise<Entered> =>
  (await sendRequest<Entered>('POST', '/studios', { body })).value;

export const renameStudio = (id: string, name: string): Promise<unknown> =>
  sendRequest('PATCH', ofStudio(id), { body: { name } });

export const removeStudio = (id: string): Promise<unknown> => sendRequest('DELETE', ofStudio(id));

export const rotateKey = async (id: string): Promise<string> =>
  (await sendRequest<{ readonly key: string }>('POST', ofStudio(id, 'key'), { body: {} })).value.key;

export const revokeKey = (id: string): Promise<unknown> => sendRequest('DELETE', ofStudio(id, 'key'));
