// Queries and changes of studios and their keys.
import equal from 'fast-deep-equal';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { studioPath, sendRequest } from '../api/client.js';
import type { StudioOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { studiosQuery } from '../api/studios.js';

/** A new studio with its studio key, which is shown only once. */
export interface AddedStudio {
  readonly studio: StudioOverview;
  readonly key: string;
}

/** Reads all studios, ordered by id. */
export const useStudios = (): UseQueryResult<readonly StudioOverview[]> => useQuery(studiosQuery);

/**
 * Whether the service of a studio is of an earlier version, which ignores the ends of listed addresses: it reports no version,
 * or no status at all.
 */
export const useIgnoresEnds = (id: string): boolean => {
  const studio = useStudios().data?.find((one) => one.id === id);
  if (studio === undefined) return false;
  return studio.service === null ? studio.connected : studio.service.version === null;
};

const useStudioChange = (): ChangeRequest => useChangeRequest(keys.studios);

interface NewStudio {
  readonly id: string;
  readonly name: string;
}

/** Returns a function that adds a studio. */
export const useAddStudio = (): ((studio: NewStudio) => Promise<AddedStudio>) => {
  const change = useStudioChange();
  return async (body) => (await change(() => sendRequest<AddedStudio>('POST', '/studios', { body }))).value;
};

/** Returns a function that renames a studio. */
export const useRenameStudio = (id: string): ((name: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (name) => change(() => sendRequest('PATCH', studioPath(id), { body: { name } }));
};

/** Returns the tag of the labels of a studio; one that the console refuses if they are no longer those of `before`. */
const tagOfLabels = async (path: string, before: readonly string[]): Promise<string | null> => {
  const { value, etag } = await sendRequest<{ readonly labels: readonly string[] }>('GET', path);
  return equal(value.labels, before) ? etag : '"changed"';
};

/** Returns a function that replaces the labels of a studio, unless they have changed since they were those of `before`. */
export const useLabelStudio = (
  id: string,
): ((labels: readonly string[], before: readonly string[]) => Promise<unknown>) => {
  const change = useStudioChange();
  const path = studioPath(id, 'labels');
  return (labels, before) =>
    change(async () => sendRequest('PUT', path, { body: { labels }, ifMatch: await tagOfLabels(path, before) }));
};

/** Returns a function that removes a studio by its id. */
export const useRemoveStudio = (): ((id: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (id) => change(() => sendRequest('DELETE', studioPath(id)));
};

/** Returns a function that replaces the key of a studio and resolves with the new key. The old one is valid for a while. */
export const useReplaceKey = (): ((id: string, overlapMs: number) => Promise<string>) => {
  const change = useStudioChange();
  return async (id, overlapMs) => {
    const path = `${studioPath(id, 'key')}?overlapMs=${String(overlapMs)}`;
    return (await change(() => sendRequest<{ readonly key: string }>('POST', path, { body: {} }))).value.key;
  };
};

/** Returns a function that ends the old key of a studio. */
export const useEndOldKey = (): ((id: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (id) => change(() => sendRequest('POST', studioPath(id, 'key', 'end-old'), { body: {} }));
};

/** Returns a function that revokes the keys of a studio. */
export const useRevokeKey = (): ((id: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (id) => change(() => sendRequest('DELETE', studioPath(id, 'key')));
};
