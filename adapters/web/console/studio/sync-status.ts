// Sync status of a studio in words.
import type { StudioOverview } from '../api/contract.js';
import type { Tone } from '../ui/badge.js';

/** Texts for a sync status. */
export interface SyncStatusText {
  readonly tone: Tone;
  /** Short label. */
  readonly label: string;
  /** Full sentence. */
  readonly sentence: string;
  readonly isInEffect: boolean;
}

const inEffect: SyncStatusText = {
  tone: 'good',
  label: 'In effect',
  sentence: 'All settings are in effect at the studio.',
  isInEffect: true,
};

const pending: SyncStatusText = {
  tone: 'warn',
  label: 'Not yet in effect',
  sentence: 'The latest settings are being sent to the studio.',
  isInEffect: false,
};

const disconnected = ({ appliedVersion }: StudioOverview): SyncStatusText => ({
  tone: 'warn',
  label: 'Not yet in effect',
  isInEffect: false,
  sentence:
    appliedVersion === null
      ? 'The studio’s service hasn’t connected yet. It receives these settings when it connects.'
      : 'The studio’s service isn’t connected. It keeps its current settings and receives these when it reconnects.',
});

const refused: SyncStatusText = {
  tone: 'bad',
  label: 'Refused by the service',
  sentence: 'The studio’s service refused the latest settings and keeps its previous ones.',
  isInEffect: false,
};

/** Whether the studio's service refused the latest configuration. */
export const isRefused = ({ refusal, desiredVersion }: StudioOverview): boolean =>
  refusal !== null && refusal.version >= desiredVersion;

/** Returns the texts for the sync status of a studio. */
export const syncStatusTextOf = (studio: StudioOverview): SyncStatusText => {
  if (isRefused(studio)) return refused;
  if (studio.appliedVersion === studio.desiredVersion) return inEffect;
  return studio.connected ? pending : disconnected(studio);
};
