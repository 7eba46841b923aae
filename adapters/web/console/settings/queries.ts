// Queries and changes of the sections that are stored as a whole.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { studioPath, sendRequest, type ConsoleReply } from '../api/client.js';
import type { AccessSettings, FeatureSwitches } from '../api/contract.js';
import { isEditConflict } from '../api/failure.js';
import { keys } from '../api/query-client.js';

/** Settings by section. */
export interface SectionSettings {
  readonly access: AccessSettings;
  readonly features: FeatureSwitches;
}

/** Reads the settings of a section. */
export const useSettings = <S extends keyof SectionSettings>(
  id: string,
  section: S,
): UseQueryResult<ConsoleReply<SectionSettings[S]>> =>
  useQuery({
    queryKey: keys.section(id, section),
    queryFn: () => sendRequest<SectionSettings[S]>('GET', studioPath(id, section)),
  });

/** Returns a function that saves a section. If another operator saved since `base`, it rejects and refreshes the section. */
export const useSaveSettings = <S extends keyof SectionSettings>(
  id: string,
  section: S,
): ((
  value: SectionSettings[S],
  base: ConsoleReply<SectionSettings[S]>,
) => Promise<ConsoleReply<SectionSettings[S]>>) => {
  const client = useQueryClient();
  return useCallback(
    async (body, { etag }) => {
      const queryKey = keys.section(id, section);
      try {
        const saved = await sendRequest<SectionSettings[S]>('PUT', studioPath(id, section), { body, ifMatch: etag });
        client.setQueryData(queryKey, saved);
        await client.invalidateQueries({ queryKey: keys.studios });
        return saved;
      } catch (error) {
        if (isEditConflict(error)) await client.invalidateQueries({ queryKey });
        throw error;
      }
    },
    [client, id, section],
  );
};
