// The commands to one layer: when a report shows the effect of one, and which one replaces which.
import type { ClipSelection } from '../../../application/ports/players.js';
import { mediaOf } from '../../../domain/studio/clip.js';
import { isUnnamedCue, type Foreground, type LayerState } from './layer-state.js';
import { hasEnded, isEmpty, isFileOf, showsRun } from './picture.js';

/** A command to one layer. */
export type LayerCommand =
  | { readonly type: 'play'; readonly selection: ClipSelection }
  /** `isAuto`: the server takes the clip at the end of the one that is on. */
  | { readonly type: 'cue'; readonly selection: ClipSelection; readonly isAuto?: boolean }
  | { readonly type: 'stop' | 'pause' | 'resume' }
  /** `selection` is what was cued; `sinceMs` is when it was taken, by this command or by one that this one repeats. */
  | { readonly type: 'take'; readonly selection: ClipSelection | null; readonly sinceMs: number }
  | { readonly type: 'seek'; readonly positionMs: number };

/** A layer as the last report shows it. */
export interface ReportedLayer {
  /** Undefined if the server has no such layer. */
  readonly state: LayerState | undefined;
  /** The prefix of the server's media paths. */
  readonly folder: string;
}

/** How far a position may be from the expected one, in milliseconds. Positions are whole frames. */
const toleranceMs = 120;

const shows = (selection: ClipSelection, path: string | undefined, folder: string): boolean =>
  path !== undefined && isFileOf(selection.clip, path, folder);

/** Whether a file is on, running or paused. */
const isOn = (foreground: Foreground | undefined): foreground is Foreground =>
  foreground?.path !== undefined && !hasEnded(foreground);

/** Whether the position is what a seek asked for, up to `elapsedMs` milliseconds ago. */
const isAt = ({ timeS, totalS, loop, paused }: Foreground, positionMs: number, elapsedMs: number): boolean => {
  const [timeMs, totalMs] = [timeS * 1_000, totalS * 1_000];
  const distance = timeMs - positionMs;
  const moved = loop && distance < -toleranceMs ? distance + totalMs : distance;
  return moved >= -toleranceMs && moved <= (paused ? 0 : elapsedMs) + toleranceMs;
};

type CommandOf<Type extends LayerCommand['type']> = Extract<LayerCommand, { readonly type: Type }>;

/** When a report shows a command: the time of the report, and when the command was sent, in milliseconds since 1970 UTC. */
interface ReportTimes {
  readonly sentAtMs: number;
  readonly nowMs: number;
}

const isOnAndPaused = ({ state }: ReportedLayer, paused: boolean): boolean =>
  isOn(state?.foreground) && state.foreground.paused === paused;

const isShown = ({ state, folder }: ReportedLayer, { clip }: ClipSelection, elapsedMs: number): boolean =>
  state !== undefined && showsRun(state.foreground, clip, elapsedMs, folder);

/** Whether a layer shows the effect of a command, by the command's type. */
const tests: {
  readonly [Type in LayerCommand['type']]: (
    command: CommandOf<Type>,
    layer: ReportedLayer,
    times: ReportTimes,
  ) => boolean;
} = {
  play: ({ selection }, layer, { sentAtMs, nowMs }) => isShown(layer, selection, nowMs - sentAtMs),
  take: ({ selection, sinceMs }, layer, { nowMs }) => selection !== null && isShown(layer, selection, nowMs - sinceMs),
  cue: ({ selection }, { state, folder }) => isUnnamedCue(state) || shows(selection, state?.cuedPath, folder),
  stop: (_command, { state }) => isEmpty(state?.foreground),
  pause: (_command, layer) => isOnAndPaused(layer, true),
  resume: (_command, layer) => isOnAndPaused(layer, false),
  seek: ({ positionMs }, { state }, { sentAtMs, nowMs }) =>
    isOn(state?.foreground) && isAt(state.foreground, positionMs, nowMs - sentAtMs),
};

/** Whether a layer shows the effect of a command. */
export const isDone = <Type extends LayerCommand['type']>(
  command: CommandOf<Type>,
  layer: ReportedLayer,
  times: ReportTimes,
): boolean => tests[command.type](command, layer, times);

/** Whether the server has taken a clip since it was cued. */
export const isTaken = (command: LayerCommand, layer: ReportedLayer, { sentAtMs, nowMs }: ReportTimes): boolean =>
  command.type === 'cue' && command.isAuto === true && isShown(layer, command.selection, nowMs - sentAtMs);

/** Whether a report from before a command may look like the effect of the command. */
export const mayShow = (command: LayerCommand, layer: ReportedLayer): boolean => {
  if (command.type !== 'play' && command.type !== 'take') return isDone(command, layer, { sentAtMs: 0, nowMs: 0 });
  const { state, folder } = layer;
  return command.selection !== null && shows(command.selection, state?.foreground.path, folder);
};

const mediaIn = (command: LayerCommand): string =>
  'selection' in command && command.selection !== null ? mediaOf(command.selection.clip) : '';

/** Whether two commands ask for the same. */
export const isSameThing = (one: LayerCommand, other: LayerCommand): boolean =>
  one.type === other.type && mediaIn(one) === mediaIn(other);
