// Whose picture a layer shows. CasparCG answers 202 to a file that it can't decode, and tells its name from then on
// while the clip before runs on: what counts is that time passes in the file.
import { mediaOf, type ClipDefinition } from '../../../domain/studio/clip.js';
import type { Foreground } from './channel.js';

/** How much further than the time since its command a clip may seem to be, milliseconds: clocks tick in frames. */
const tickMs = 100;

const folded = (path: string): string => path.toLowerCase().replaceAll('\\', '/').replaceAll(/\/+/g, '/');

const withoutExtension = (path: string): string => path.replace(/\.[^./]*$/, '');

/** A file without the folder of the server's media; undefined where it doesn't lie there. */
const below = (folder: string, file: string): string | undefined => {
  const root = folded(`${folder}/`);
  return folder !== '' && file.startsWith(root) ? file.slice(root.length) : undefined;
};

/** Whether a file is the one that a clip names; `folder` is what the server writes before paths of its media. */
export const isFileOf = (clip: ClipDefinition, path: string, folder: string): boolean => {
  const [file, media] = [folded(path), folded(mediaOf(clip))];
  const inside = below(folder, file);
  const names = inside === undefined ? [file, withoutExtension(file)] : [inside, withoutExtension(inside)];
  return names.some((name) => name === media || (inside === undefined && name.endsWith(`/${media}`)));
};

const isStill = ({ producer }: Foreground): boolean => producer === 'image';

/** Whether a file's own picture is there: a still, or a file in which time has passed. */
export const hasPicture = (foreground: Foreground): boolean =>
  isStill(foreground) || (foreground.totalS > 0 && foreground.timeS > 0);

/** Whether a file has come to its end; CasparCG then holds its last picture. */
export const hasEnded = ({ loop, timeS, totalS }: Foreground): boolean => !loop && totalS > 0 && timeS >= totalS;

const producers = ({ transition }: ClipDefinition): readonly string[] =>
  transition === undefined ? ['ffmpeg', 'image'] : ['ffmpeg', 'image', 'transition'];

/** Whether a layer shows the run of a clip that a command began `elapsedMs` ago, and not one from before. */
export const runs = (foreground: Foreground, clip: ClipDefinition, elapsedMs: number, folder: string): boolean => {
  const { producer, path, paused, timeS } = foreground;
  if (path === undefined || paused || !producers(clip).includes(producer)) return false;
  return isFileOf(clip, path, folder) && hasPicture(foreground) && timeS * 1_000 <= elapsedMs + tickMs;
};

/** What a layer shows, for people who wonder why it isn't what they asked for. */
export const shown = (foreground: Foreground | undefined): string => {
  if (foreground === undefined || foreground.producer === 'empty') return 'the layer is empty';
  const { producer, path, timeS, totalS } = foreground;
  if (path === undefined) return `the layer shows ${producer}`;
  const time = `${timeS.toFixed(2)} of ${totalS.toFixed(2)} s`;
  return hasPicture(foreground) ? `the layer shows ${path} at ${time}` : `no picture of ${path} runs (${time})`;
};
