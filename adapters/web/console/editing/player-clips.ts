// The clips of a bank beside those that a player has.
import type { ListedClip } from '../../../../application/connections/connection-driver.js';
import { freeId, freeNumber } from './new-record.js';
import { textOf, type Fields } from './schema.js';

const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, '');

/** Returns the file of a clip, which is its key unless it names one. */
const mediaIn = (clip: unknown): string => textOf(clip, 'media') || textOf(clip, 'key');

/** The clips of a bank beside those of a player. */
interface ComparedClips {
  /** The clips of the bank whose files the player doesn't have. */
  readonly missing: readonly unknown[];
  /** The clips of the player that the bank doesn't have. */
  readonly others: ReadonlySet<ListedClip>;
}

/** Compares the clips of a bank with those of a player, which has no regard to capitals. A clip may name its file with an extension. */
export const comparedClips = (clips: readonly unknown[], listed: readonly ListedClip[]): ComparedClips => {
  const byName = new Map(listed.map((one) => [one.name.toUpperCase(), one]));
  const others = new Set(listed);
  const missing = clips.filter((clip) => {
    const media = mediaIn(clip).toUpperCase();
    const found = byName.get(media) ?? byName.get(withoutExtension(media));
    if (found !== undefined) others.delete(found);
    return found === undefined;
  });
  return { missing, others };
};

const maxKeyLength = 64;
const maxNameLength = 128;

const keyFrom = (path: string): string =>
  withoutExtension(path)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maxKeyLength);

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
