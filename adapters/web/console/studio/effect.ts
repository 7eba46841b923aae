// Whether what the console keeps is what the studio's service enforces.
import type { StudioOverview } from '../api/contract.js';
import type { Tone } from '../ui/badge.js';

/** How far a studio's service is. */
export interface Effect {
  readonly tone: Tone;
  /** In two or three words. */
  readonly label: string;
  /** In a sentence. */
  readonly sentence: string;
  readonly isInEffect: boolean;
}

const inEffect: Effect = {
  tone: 'good',
  label: 'In effect',
  sentence: 'Everything you see here is in effect at the studio.',
  isInEffect: true,
};

const underWay: Effect = {
  tone: 'warn',
  label: 'Not yet in effect',
  sentence: 'The newest change is on its way to the studio.',
  isInEffect: false,
};

const away = ({ appliedVersion }: StudioOverview): Effect => ({
  ...{ tone: 'warn', label: 'Not yet in effect', isInEffect: false },
  sentence:
    appliedVersion === null
      ? 'The studio’s service has not connected yet. It gets everything you see here as soon as it does.'
      : 'The studio’s service isn’t connected: it goes on with the settings it has, and gets these once it is back.',
});

const refused: Effect = {
  tone: 'bad',
  label: 'Refused by the service',
  sentence: 'The studio’s service refused the newest settings and goes on with those it had before.',
  isInEffect: false,
};

/** Whether the newest configuration was refused. */
export const isRefused = ({ refusal, desiredVersion }: StudioOverview): boolean =>
  refusal !== null && refusal.version >= desiredVersion;

/** How far a studio's service is. */
export const effectOf = (studio: StudioOverview): Effect => {
  if (isRefused(studio)) return refused;
  if (studio.appliedVersion !== null && studio.appliedVersion >= studio.desiredVersion) return inEffect;
  return studio.connected ? underWay : away(studio);
};
