// Query of the removed studios.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getJson } from '../api/client.js';
import type { RemovedStudio } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads the removed studios whose history is kept, the last removed first. */
export const useRemovedStudios = (): UseQueryResult<readonly RemovedStudio[]> =>
  useQuery({
    queryKey: keys.removedStudios,
    queryFn: async () =>
      (await getJson<{ readonly removedStudios: readonly RemovedStudio[] }>('/removed-studios')).removedStudios,
  });
