// Queries and changes of the sections that are stored as a whole.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, type ConsoleReply } from '../api/client.js';
import type { BodyOf } from '../api/contract.js';
import { isEditConflict } from '../api/failure.js';
import { keys } from '../api/query-client.js';

/** Settings by section. */
export interface SectionSettings {
  readonly access: BodyOf<'access.set'>;
  readonly features: BodyOf<'features.set'>;
}

/** A section with what is read and written of it. */
interface SectionCalls<S extends keyof SectionSettings> {
  readonly read: (id: string) => Promise<ConsoleReply<SectionSettings[S]>>;
  readonly save: (
    id: string,
    body: SectionSettings[S],
    ifMatch: string | null,
  ) => Promise<ConsoleReply<SectionSettings[S]>>;
}

const calls: { readonly [S in keyof SectionSettings]: SectionCalls<S> } = {
  access: {
    read: (id) => call('access.get', { params: { id } }),
    save: (id, body, ifMatch) => call('access.set', { params: { id }, body, ifMatch }),
  },
  features: {
    read: (id) => call('features.get', { params: { id } }),
    save: (id, body, ifMatch) => call('features.set', { params: { id }, body, ifMatch }),
  },
};

/** Reads the settings of a section. */
export const useSettings = <S extends keyof SectionSettings>(
  id: string,
  section: S,
): UseQueryResult<ConsoleReply<SectionSettings[S]>> =>
  useQuery({
    queryKey: keys.section(id, section),
    queryFn: () => calls[section].read(id),
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
        const saved = await calls[section].save(id, body, etag);
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
