// Query of the removed studios.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { read } from '../api/client.js';
import type { RemovedStudio } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** Reads the removed studios whose history is kept, the last removed first. */
export const useRemovedStudios = (): UseQueryResult<readonly RemovedStudio[]> =>
  useQuery({
    queryKey: keys.removedStudios,
    queryFn: async () => (await read('studio.removed.list')).removedStudios,
  });
