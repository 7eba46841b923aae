// Queries and changes of studios and their keys.
import equal from 'fast-deep-equal';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import type { BodyOf, ResultOf, StudioOverview } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { studiosQuery } from '../api/studios.js';

/** A new studio with its studio key, which is shown only once. */
export type AddedStudio = ResultOf<'studio.add'>;

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

/** Returns a function that adds a studio. */
export const useAddStudio = (): ((studio: BodyOf<'studio.add'>) => Promise<AddedStudio>) => {
  const change = useStudioChange();
  return (body) => change(() => read('studio.add', { body }));
};

/** Returns a function that renames a studio. */
export const useRenameStudio = (id: string): ((name: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (name) => change(() => call('studio.rename', { params: { id }, body: { name } }));
};

/** Returns the tag of the labels of a studio; one that the console refuses if they are no longer those of `before`. */
const tagOfLabels = async (id: string, before: readonly string[]): Promise<string | null> => {
  const { value, etag } = await call('studio.labels.get', { params: { id } });
  return equal(value.labels, before) ? etag : '"changed"';
};

/** Returns a function that replaces the labels of a studio, unless they have changed since they were those of `before`. */
export const useLabelStudio = (
  id: string,
): ((labels: readonly string[], before: readonly string[]) => Promise<unknown>) => {
  const change = useStudioChange();
  return (labels, before) =>
    change(async () =>
      call('studio.label', { params: { id }, body: { labels }, ifMatch: await tagOfLabels(id, before) }),
    );
};

/** Returns a function that removes a studio by its id. */
export const useRemoveStudio = (): ((id: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (id) => change(() => call('studio.remove', { params: { id } }));
};

/** Returns a function that replaces the key of a studio and resolves with the new key. The old one is valid for a while. */
export const useReplaceKey = (): ((id: string, overlapMs: number) => Promise<string>) => {
  const change = useStudioChange();
  return async (id, overlapMs) =>
    (await change(() => read('key.rotate', { params: { id, overlapMs: String(overlapMs) } }))).key;
};

/** Returns a function that ends the old key of a studio. */
export const useEndOldKey = (): ((id: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (id) => change(() => call('key.end-old', { params: { id } }));
};

/** Returns a function that revokes the keys of a studio. */
export const useRevokeKey = (): ((id: string) => Promise<unknown>) => {
  const change = useStudioChange();
  return (id) => change(() => call('key.revoke', { params: { id } }));
};
