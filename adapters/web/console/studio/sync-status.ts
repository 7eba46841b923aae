// Sync status of a studio: whether its settings are in effect, as far as its service has confirmed it.
import { t } from '@lingui/core/macro';
import type { StudioOverview } from '../api/contract.js';
import type { Tone } from '../ui/tone.js';

/**
 * The sync status. `confirmed`: the service is offline, and had the latest settings when it was last connected.
 * `offline`: it is offline, and has older ones. `new`: it has never connected.
 */
export type SyncStatus = 'in_effect' | 'pending' | 'refused' | 'confirmed' | 'offline' | 'new';

/** Whether the studio's service refused the latest configuration. */
export const isRefused = ({ refusal, desiredVersion }: StudioOverview): boolean =>
  refusal !== null && refusal.version >= desiredVersion;

/** Whether the studio's service has never connected. */
const isNew = ({ connected, appliedVersion, confirmedAt }: StudioOverview): boolean =>
  !connected && appliedVersion === null && confirmedAt === null;

/** Returns the sync status of a studio. */
export const syncStatusOf = (studio: StudioOverview): SyncStatus => {
  if (isNew(studio)) return 'new';
  if (isRefused(studio)) return 'refused';
  const isApplied = studio.appliedVersion === studio.desiredVersion;
  if (studio.connected) return isApplied ? 'in_effect' : 'pending';
  return isApplied ? 'confirmed' : 'offline';
};

/** Tone and label of a badge for each status; `new` and `confirmed` have none, because the connection explains them. */
export const syncBadges: Readonly<Record<SyncStatus, readonly [Tone, string] | null>> = {
  in_effect: ['good', t`In effect`],
  pending: ['warn', t`Not yet in effect`],
  refused: ['bad', t`Refused by the service`],
  offline: ['warn', t`Not yet in effect`],
  confirmed: null,
  new: null,
};

/** Whether a version, which was saved before, is known to be in effect now. */
export const isInEffect = (studio: StudioOverview, version: number): boolean =>
  studio.connected && (studio.appliedVersion ?? -1) >= version && !isRefused(studio);
