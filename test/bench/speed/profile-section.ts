// The section of docs/performance.md on where the time of a read goes.
import { serverLabels } from './chart.js';
import { groupLabels, type GroupName } from './profile-groups.js';
import { profiled, profiledConnections, type ProfileFigures } from './profile.js';
import { table } from './table.js';

const groups = Object.keys(groupLabels) as GroupName[];

const totalOf = (times: ProfileFigures['service']): number => groups.reduce((sum, group) => sum + times[group], 0);

const cell = (us: number, total: number): string => `${us.toFixed(2)} (${((100 * us) / total).toFixed(0)} %)`;

/** Returns the section's text. */
export const profileSection = (profile: ProfileFigures): string => {
  const rows = groups.map((group) => [
    groupLabels[group],
    ...profiled.map((name) => cell(profile[name][group], totalOf(profile[name]))),
  ]);
  const totals = ['All', ...profiled.map((name) => totalOf(profile[name]).toFixed(2))];
  return `A read with a token, ${String(profiledConnections)} connections: microseconds of the main thread for one answer, from CPU profiles.
A function counts to the group of its module; libraries and the other modules of Node count to what calls them. The profiler takes
time itself, and threads that help with collections aren't shown, so the sums differ from the processor time above.

${table(['Part', ...profiled.map((name) => serverLabels[name])], [...rows, totals])}`;
};
