// The access policy of the service.
import { hashToken } from '../../adapters/node/secrets.js';
import { accessPolicyHolder, type AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { operationLimits } from '../../application/access/operation-limits.js';
import { warnOfWideRanges } from '../../application/access/wide-ranges.js';
import { catalogue } from '../../application/operations/catalogue.js';
import { tallyPictures } from '../../application/operations/tally-pictures.js';
import { knownAppUsernames } from '../../domain/access/legacy-authorization.js';
import { callsOfPanel } from '../../domain/studio/panel.js';
import type { Settings } from '../settings/settings.js';
import type { Installation } from './installation.js';

/** Reads the access configuration, and holds the policy in force. */
export const openAccess = async (
  settings: Settings,
  { studio: { current }, stores, clock, log }: Installation,
): Promise<AccessPolicyHolder> => {
  const { serverId, id: studioId } = current.layout;
  const appUsernames = [...knownAppUsernames, ...(settings.APP_USERNAMES ?? [])];
  const trustLoopback = settings.TRUST_LOOPBACK === 'on';
  const configuration = await stores.configuration.load();
  warnOfWideRanges(log, configuration);
  const legacySettings = { serverId, studioId, appUsernames };
  const limitOf = operationLimits({ operations: [...catalogue, ...tallyPictures], current, callsOfPanel });
  return accessPolicyHolder({ hashToken, legacySettings, trustLoopback, clock, limitOf }, configuration);
};
