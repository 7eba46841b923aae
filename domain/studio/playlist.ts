// Playlists: the clips of a bank, one after the other in a scene, in the order of the bank.
import * as t from 'io-ts';
import { described, isSameName, orNull } from '../codec/codec.js';
import type { BankDefinition, ClipDefinition } from './clip.js';

/** Which clips of a bank a playlist has, by the keys of the first and the last, and whether it starts again at its end. */
export const PlaylistRange = t.readonly(t.exact(t.type({ from: t.string, until: t.string, loop: t.boolean })));
export type PlaylistRange = t.TypeOf<typeof PlaylistRange>;

/** A playlist that runs in a scene. `clip` is the one that it has put on air last, `next` the one that it has chosen to follow. */
export const RunningPlaylist = t.readonly(
  t.exact(
    t.type({
      output: t.string,
      scene: t.string,
      bank: t.string,
      from: t.string,
      until: t.string,
      loop: t.boolean,
      clip: t.string,
      next: t.union([t.string, t.null]),
    }),
  ),
);
export type RunningPlaylist = t.TypeOf<typeof RunningPlaylist>;

/** Where a playlist stands, as callers read it. */
export const Playlist = described(
  t.readonly(
    t.type({
      bank: described(t.string, { description: 'Key of its bank' }),
      at: described(t.number, { type: 'integer', minimum: 1, description: 'Number of its present clip, from 1' }),
      of: described(t.number, { type: 'integer', minimum: 1, description: 'How many clips it has' }),
      next: orNull(t.string, 'Key of the clip that follows; null after the last one'),
      loop: described(t.boolean, { description: 'Whether it starts again at its end' }),
    }),
    'Playlist',
  ),
  {
    description: 'Where a playlist stands',
    examples: [{ bank: 'news', at: 2, of: 4, next: 'weather', loop: false }],
  },
);
export type Playlist = t.TypeOf<typeof Playlist>;

/** A scene of an output, by their ids. */
interface Place {
  readonly output: string;
  readonly scene: string;
}

const indexOf = ({ clips }: BankDefinition, key: string): number =>
  clips.findIndex((clip) => isSameName(clip.key, key));

/** Returns the clips of a playlist; none if an end of the range is gone, or the ends are in another order. */
export const clipsOf = (
  bank: BankDefinition,
  { from, until }: Omit<PlaylistRange, 'loop'>,
): readonly ClipDefinition[] => {
  const first = indexOf(bank, from);
  return first < 0 ? [] : bank.clips.slice(first, indexOf(bank, until) + 1);
};

/**
 * Returns the clips that may follow one, in the order in which they come: those after it, and in a loop then those from the
 * beginning up to the clip itself.
 */
export const clipsAfter = (bank: BankDefinition, range: PlaylistRange, clip: string): readonly ClipDefinition[] => {
  const clips = clipsOf(bank, range);
  const at = clips.findIndex(({ key }) => key === clip) + 1;
  return range.loop ? [...clips.slice(at), ...clips.slice(0, at)] : clips.slice(at);
};

/** Returns the clip before one: of the first, the last in a loop, and itself otherwise. */
export const clipBefore = (bank: BankDefinition, range: PlaylistRange, clip: string): ClipDefinition | undefined => {
  const clips = clipsOf(bank, range);
  const at = clips.findIndex(({ key }) => key === clip);
  return at === 0 && !range.loop ? clips[0] : clips.at(at - 1);
};

/** Returns where a playlist stands. */
export const playlistRecord = (bank: BankDefinition, running: RunningPlaylist): Playlist => {
  const clips = clipsOf(bank, running);
  return {
    bank: bank.key,
    at: clips.findIndex(({ key }) => key === running.clip) + 1,
    of: clips.length,
    next: running.next ?? clipsAfter(bank, running, running.clip)[0]?.key ?? null,
    loop: running.loop,
  };
};

/** Whether a playlist runs in a scene. */
export const runsIn =
  ({ output, scene }: Place) =>
  (playlist: Place): boolean =>
    playlist.output === output && playlist.scene === scene;

/** Returns a playlist adapted to the banks of a layout; undefined if its range or its present clip is gone. */
export const fitPlaylist = (
  banks: readonly BankDefinition[],
  running: RunningPlaylist,
): RunningPlaylist | undefined => {
  const bank = banks.find(({ key }) => key === running.bank);
  const has = (clip: string | null): boolean =>
    bank !== undefined && clipsOf(bank, running).some(({ key }) => key === clip);
  if (!has(running.clip)) return undefined;
  return has(running.next) ? running : { ...running, next: null };
};
