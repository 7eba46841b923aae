// What needs attention at a studio, and the order in which studios are listed.
import { t } from '@lingui/core/macro';
import type { StudioOverview } from '../api/contract.js';
import type { Tone } from '../ui/tone.js';
import { syncStatusOf } from '../studio/sync-status.js';

/** What may need attention, the most urgent first, with the label of its filter and the tone of its mark. */
export const problems = {
  api_off: [t`API off`, 'bad'],
  offline: [t`Offline`, 'bad'],
  degraded: [t`Degraded`, 'warn'],
  alarms: [t`Alarms`, 'warn'],
  devices_away: [t`Devices away`, 'warn'],
  refused: [t`Refused settings`, 'bad'],
  pending: [t`Not yet in effect`, 'warn'],
  new: [t`Not connected yet`, 'calm'],
} as const satisfies Record<string, readonly [string, Tone]>;

export type Problem = keyof typeof problems;

/** All problems in order. */
export const allProblems = Object.keys(problems) as readonly Problem[];

const hasProblem: Readonly<Record<Problem, (studio: StudioOverview) => boolean>> = {
  api_off: ({ apiEnabled }) => !apiEnabled,
  offline: (studio) => !studio.connected && syncStatusOf(studio) !== 'new',
  degraded: ({ connected, service }) => connected && service?.health === 'degraded',
  alarms: ({ connected, service }) => connected && service !== null && service.alarms.length > 0,
  devices_away: ({ connected, service }) => connected && (service?.devicesAway ?? 0) > 0,
  refused: (studio) => syncStatusOf(studio) === 'refused',
  pending: (studio) => ['pending', 'offline'].includes(syncStatusOf(studio)),
  new: (studio) => syncStatusOf(studio) === 'new',
};

/** Returns what needs attention at a studio, the most urgent first. */
export const problemsOf = (studio: StudioOverview): readonly Problem[] =>
  allProblems.filter((problem) => hasProblem[problem](studio));
