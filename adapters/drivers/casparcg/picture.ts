// Determines which clip's picture a layer shows. CasparCG accepts a file that it can't decode, and reports that file's
// name while it still shows the previous clip. So a file counts only once its playback position moves.
import { matchable } from '../../../domain/codec/codec.js';
import { mediaOf, type ClipDefinition } from '../../../domain/studio/clip.js';
import type { Foreground, LayerState } from './layer-state.js';

/** How far a clip's position may exceed the time since its command, in milliseconds. Positions are whole frames. */
const toleranceMs = 100;

const normalized = (path: string): string => matchable(path).replaceAll('\\', '/').replaceAll(/\/+/g, '/');

const withoutExtension = (path: string): string => path.replace(/\.[^./]*$/, '');

/** Returns a file's path within the media folder; undefined if the file is elsewhere. */
const relativeTo = (folder: string, file: string): string | undefined => {
  const root = normalized(`${folder}/`);
  return folder !== '' && file.startsWith(root) ? file.slice(root.length) : undefined;
};

/** Whether `path` is the file of a clip; `folder` is the prefix of the server's media paths. */
export const isFileOf = (clip: ClipDefinition, path: string, folder: string): boolean => {
  const [file, media] = [normalized(path), normalized(mediaOf(clip))];
  const inside = relativeTo(folder, file);
  const names = inside === undefined ? [file, withoutExtension(file)] : [inside, withoutExtension(inside)];
  return names.some((name) => name === media || (inside === undefined && name.endsWith(`/${media}`)));
};

/**
 * Whether the file is a still whose picture is visible, also during a transition into it. A file with its key counts as
 * `separated` once both have a picture; if it has no length, it is a still.
 */
const isStill = ({ producer, following, totalS }: Foreground): boolean => {
  const shown = producer === 'transition' ? following : producer;
  return shown === 'image' || (shown === 'separated' && totalS === 0);
};

/** Whether the file's own picture is visible: it is a still, or its position has moved. */
export const hasPicture = (foreground: Foreground): boolean =>
  isStill(foreground) || (foreground.totalS > 0 && foreground.timeS > 0);

/** Whether a file has reached its end. CasparCG then holds its last picture. */
export const hasEnded = ({ loop, timeS, totalS }: Foreground): boolean => !loop && totalS > 0 && timeS >= totalS;

const fileProducers = ['ffmpeg', 'image', 'separated'];

const producers = ({ transition }: ClipDefinition): readonly string[] =>
  transition === undefined ? fileProducers : [...fileProducers, 'transition'];

/** Whether a layer shows the run of a clip that was started `elapsedMs` milliseconds ago, and not an earlier run. */
export const showsRun = (foreground: Foreground, clip: ClipDefinition, elapsedMs: number, folder: string): boolean => {
  const { producer, path, paused, timeS } = foreground;
  if (path === undefined || paused || !producers(clip).includes(producer)) return false;
  return isFileOf(clip, path, folder) && hasPicture(foreground) && timeS * 1_000 <= elapsedMs + toleranceMs;
};

/** Whether a layer shows an HTML page. A template that has removed itself, or can't be loaded, has none. */
export const hasPage = (foreground: Foreground | undefined): boolean =>
  foreground?.producer === 'html' && foreground.path !== undefined;

/** Whether a layer shows the page of a template: the file of that name in any folder, as the folder is the server's. */
export const isTemplate = (template: string, foreground: Foreground | undefined): boolean => {
  if (!hasPage(foreground)) return false;
  return withoutExtension(normalized(`/${foreground?.path ?? ''}`)).endsWith(`/${normalized(template)}`);
};

/** Describes what the layer of a graphic shows, for error messages. */
export const describeTemplate = (foreground: Foreground | undefined): string => {
  if (foreground === undefined || isEmpty(foreground)) return 'the layer of the graphic is empty';
  const { producer, path = 'without a page' } = foreground;
  return `the layer of the graphic shows ${producer} ${path}`;
};

/** Whether a layer shows nothing; undefined is a layer that the server doesn't have. */
export const isEmpty = (foreground: Foreground | undefined): boolean =>
  foreground === undefined || foreground.producer === 'empty';

/** Describes what a layer shows, for error messages. */
const describeForeground = (foreground: Foreground | undefined): string => {
  if (foreground === undefined || isEmpty(foreground)) return 'the layer is empty';
  const { producer, path, timeS, totalS } = foreground;
  if (path === undefined && producer === 'transition') return 'the file that follows shows no picture';
  if (path === undefined) return `the layer shows ${producer}`;
  const time = `${timeS.toFixed(2)} of ${totalS.toFixed(2)} s`;
  return hasPicture(foreground) ? `the layer shows ${path} at ${time}` : `${path} shows no picture (${time})`;
};

/** Describes what a layer shows and what is cued, for error messages. */
export const describeLayer = (state: LayerState | undefined): string => {
  const shown = describeForeground(state?.foreground);
  return state?.cuedPath === undefined ? shown : `${shown}, and ${state.cuedPath} is cued`;
};
