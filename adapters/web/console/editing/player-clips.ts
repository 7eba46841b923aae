// The clips of a bank beside those that a player has.
import type { ListedClip } from '../../../../application/connections/connection-driver.js';
import { freeId } from './new-record.js';
import { textOf, type Fields } from './schema.js';

const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, '');

/** Players compare names of files without regard to capitals. */
const nameOf = (path: string): string => withoutExtension(path).toUpperCase();

/** Returns the file of a clip, which is its key unless it names one. */
const mediaIn = (clip: unknown): string => textOf(clip, 'media') || textOf(clip, 'key');

/** Whether a clip of the studio file is this one of a player. */
export const isMediaOf = (clip: unknown, { name }: ListedClip): boolean => {
  const media = mediaIn(clip);
  return nameOf(media) === nameOf(name) || media.toUpperCase() === name.toUpperCase();
};

/** Returns the clips of a bank whose files the player doesn't have. */
export const missingClips = (clips: readonly unknown[], listed: readonly ListedClip[]): readonly unknown[] =>
  clips.filter((clip) => !listed.some((one) => isMediaOf(clip, one)));

const maxKeyLength = 64;
const maxNameLength = 128;

const keyFrom = (path: string): string =>
  withoutExtension(path)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maxKeyLength);

const freeNumber = (clips: readonly unknown[]): number =>
  1 + Math.max(0, ...clips.map((clip) => Number((clip as Fields)['number'])).filter(Number.isFinite));

/** Returns a clip of a player as one of a bank: its number and key are free there. */
export const bankClip = ({ name, durationMs }: ListedClip, clips: readonly unknown[]): Fields => {
  const wanted = keyFrom(name.split('/').at(-1) ?? name);
  const isTaken = wanted === '' || clips.some((clip) => textOf(clip, 'key') === wanted);
  return {
    number: freeNumber(clips),
    key: isTaken ? freeId('clip', clips) : wanted,
    name: name.slice(0, maxNameLength),
    media: name,
    ...(durationMs !== null && { durationMs }),
  };
};
