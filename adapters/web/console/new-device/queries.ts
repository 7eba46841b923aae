// What is known of a studio for the set-up of a device.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { read } from '../api/client.js';
import type { PanelTargets } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { useSettings } from '../settings/queries.js';
import type { OfferBasis } from './offers.js';

/** Reads what a service reports for the set-up of devices; null if it reports nothing. */
export const usePanelTargets = (studioId: string): UseQueryResult<PanelTargets | null> =>
  useQuery({
    queryKey: keys.section(studioId, 'panel-targets'),
    queryFn: async () => (await read('panel-targets.get', { params: { id: studioId } })).panelTargets,
  });

/** What decides which calls a device may make, and the queries that read it. */
interface SetUpBasis {
  /** Undefined until everything is read. */
  readonly data: Omit<OfferBasis, 'device'> | undefined;
  readonly queries: readonly UseQueryResult[];
}

/**
 * Reads what decides which calls a device may make. A form that leads to a token reads it too, so that the token's dialog has
 * it at once.
 */
export const useSetUpBasis = (studioId: string): SetUpBasis => {
  const targets = usePanelTargets(studioId);
  const access = useSettings(studioId, 'access');
  const switches = useSettings(studioId, 'features');
  const queries = [targets, access, switches];
  if (targets.data === undefined || access.data === undefined || switches.data === undefined)
    return { data: undefined, queries };
  return { data: { targets: targets.data, access: access.data.value, switches: switches.data.value }, queries };
};
