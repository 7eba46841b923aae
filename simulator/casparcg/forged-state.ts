// What forged OSC datagrams claim of a channel: that every clip runs, or that every layer is empty.
import type { StateEntry } from './state.js';

const claims: readonly (readonly [string, StateEntry['values']])[] = [
  ['foreground/producer', ['ffmpeg']],
  ['foreground/paused', [false]],
  ['foreground/file/time', [{ float: 0.08 }, { float: 600 }]],
];

const claimed = ({ path, values }: StateEntry): StateEntry => ({
  path,
  values: claims.find(([field]) => path.endsWith(field))?.[1] ?? values,
});

/** Returns the entries of both claims. */
export const forgedStates = (channel: readonly StateEntry[]): readonly (readonly StateEntry[])[] => [
  channel.map(claimed),
  channel.filter(({ path }) => !path.startsWith('stage/')),
];
