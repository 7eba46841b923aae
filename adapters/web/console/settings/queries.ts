// The settings of a studio that are read and written as a whole.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ofStudio, sendRequest, type ConsoleReply } from '../api/client.js';
import type { AccessSettings, FeatureSwitches } from '../api/contract.js';
import { isChangedMeanwhile } from '../api/failure.js';
import { keys } from '../api/query-client.js';

/** The sections of that kind. */
export interface SectionSettings {
  readonly access: AccessSettings;
  readonly features: FeatureSwitches;
}

/** What the console keeps of a section. */
export const useSettings = <S extends keyof SectionSettings>(
  id: string,
  section: S,
): UseQueryResult<ConsoleReply<SectionSettings[S]>> =>
  useQuery({
    queryKey: keys.section(id, section),
    queryFn: () => sendRequest<SectionSettings[S]>('GET', ofStudio(id, section)),
  });

/** Writes a section, made from the state that `base` is; where somebody was faster, theirs is asked for. */
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
        const saved = await sendRequest<SectionSettings[S]>('PUT', ofStudio(id, section), { body, ifMatch: etag });
        client.setQueryData(queryKey, saved);
        await client.invalidateQueries({ queryKey: keys.studios });
        return saved;
      } catch (error) {
        if (isChangedMeanwhile(error)) await client.invalidateQueries({ queryKey });
        throw error;
      }
    },
    [client, id, section],
  );
};
