// What is known of a studio for the set-up of a device.
import { useQuery } from '@tanstack/react-query';
import { getJson, studioPath } from '../api/client.js';
import type { PanelTargets } from '../api/contract.js';
import { keys } from '../api/query-client.js';
import { useSettings } from '../settings/queries.js';
import type { OfferBasis } from './offers.js';

/** Reads what a service reports for the set-up of devices; null if it reports nothing, undefined while it is loading. */
export const usePanelTargets = (studioId: string): PanelTargets | null | undefined =>
  useQuery({
    queryKey: keys.section(studioId, 'panel-targets'),
    queryFn: async () =>
      (await getJson<{ readonly panelTargets: PanelTargets | null }>(studioPath(studioId, 'panel-targets')))
        .panelTargets,
  }).data;

/**
 * Reads what decides which calls a device may make; undefined while it is loading. A form that leads to a token reads it too,
 * so that the token's dialog has it at once.
 */
export const useSetUpBasis = (studioId: string): Omit<OfferBasis, 'device'> | undefined => {
  const targets = usePanelTargets(studioId);
  const access = useSettings(studioId, 'access').data?.value;
  const switches = useSettings(studioId, 'features').data?.value;
  return targets === undefined || access === undefined || switches === undefined
    ? undefined
    : { targets, access, switches };
};
