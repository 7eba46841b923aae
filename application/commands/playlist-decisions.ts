// Decides what calls and steps do with playlists: begin one, go to another of its clips, end it.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, invalid, type Failure } from '../../domain/failure.js';
import { findClip, type BankDefinition, type ClipDefinition } from '../../domain/studio/clip.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import {
  clipBefore,
  clipsAfter,
  clipsOf,
  runsIn,
  type PlaylistRange,
  type RunningPlaylist,
} from '../../domain/studio/playlist.js';
import { endPlaylist, type StateChange } from '../../domain/studio/runtime-state.js';
import type { StudioState } from '../state/studio-state.js';
import { findTarget, type Decided, type SceneReference, type SceneTarget } from './decisions.js';

/** What decisions about playlists are made from. */
interface PlaylistPorts {
  readonly studio: Pick<StudioState, 'records' | 'runtime'>;
}

/** A scene, the key of a bank, its first and last clip by number or key (default: all), and whether it starts again at its end. */
export interface PlaylistReference extends SceneReference {
  readonly bank: string;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly loop?: boolean | undefined;
}

type Decision = E.Either<Failure, Decided<OutputDefinition>>;

/** The clips of a playlist, at least one. */
interface Clips {
  readonly range: PlaylistRange;
  readonly first: ClipDefinition;
}

const noPlaylist = (scene: string): Failure => failure('conflict', `no playlist runs in the scene "${scene}"`);

const conflict = (message: string) => E.left(failure('conflict', message));

const endOf = (bank: BankDefinition, reference: string | undefined, all: ClipDefinition | undefined) => {
  if (reference !== undefined) return findClip(bank, reference);
  return all === undefined ? conflict(`the bank "${bank.key}" has no clips`) : E.right(all);
};

/** A clip that repeats has no end: no other one would follow it (PLAYLIST-3). */
const checked = (bank: BankDefinition, clips: Clips): E.Either<Failure, Clips> => {
  const { from, until } = clips.range;
  const all = clipsOf(bank, clips.range);
  if (all.length === 0)
    return E.left(invalid([{ path: 'from', expected: `a clip that is not after "${until}" in the bank`, got: from }]));
  const endless = all.find(({ loop }) => loop === true);
  return endless === undefined
    ? E.right(clips)
    : conflict(`the clip "${endless.key}" of the bank "${bank.key}" repeats without end, so that none would follow it`);
};

const findClips = (bank: BankDefinition, { from, until, loop = false }: PlaylistReference): E.Either<Failure, Clips> =>
  pipe(
    endOf(bank, from, bank.clips[0]),
    E.bindTo('first'),
    E.bind('last', () => endOf(bank, until, bank.clips.at(-1))),
    E.map(({ first, last }) => ({ first, range: { from: first.key, until: last.key, loop } })),
    E.chain((clips) => checked(bank, clips)),
  );

const playOf = (
  { output, scene }: SceneTarget,
  bank: string,
  clip: ClipDefinition,
  range: PlaylistRange,
): Decided<OutputDefinition> => ({
  record: output,
  command: { do: 'play', output: output.id, scene, clip: { bank, clip }, playlist: range },
});

/** Begins a playlist. */
export const decidePlaylist = (ports: PlaylistPorts, reference: PlaylistReference): Decision =>
  pipe(
    findTarget(ports, reference),
    E.bindTo('target'),
    E.bind('bank', () => ports.studio.records.banks.find(reference.bank)),
    E.bind('clips', ({ bank }) => findClips(bank, reference)),
    E.map(({ target, bank, clips: { first, range } }) => playOf(target, bank.key, first, range)),
  );

const findOther = (
  which: 'next' | 'previous',
  bank: BankDefinition,
  running: RunningPlaylist,
): E.Either<Failure, ClipDefinition> => {
  if (which === 'previous') return E.fromNullable(noPlaylist(running.scene))(clipBefore(bank, running, running.clip));
  const following = clipsAfter(bank, running, running.clip);
  const next = following.find(({ key }) => key === running.next) ?? following[0];
  return next === undefined ? conflict(`the clip "${running.clip}" is the last one of the playlist`) : E.right(next);
};

/** Plays the next or the previous clip of the playlist that runs; before the first is the first. */
export const decideOther = (which: 'next' | 'previous', ports: PlaylistPorts, reference: SceneReference): Decision =>
  pipe(
    findTarget(ports, reference),
    E.bindTo('target'),
    E.bind('running', ({ target: { output, scene } }) =>
      E.fromNullable(noPlaylist(scene))(ports.studio.runtime().playlists.find(runsIn({ output: output.id, scene }))),
    ),
    E.bind('bank', ({ running }) => ports.studio.records.banks.find(running.bank)),
    E.bind('clip', ({ bank, running }) => findOther(which, bank, running)),
    E.map(({ target, bank, clip, running: { from, until, loop } }) =>
      playOf(target, bank.key, clip, { from, until, loop }),
    ),
  );

/** A change of the studio's own state, and the output that it is about. */
export interface DecidedPlaylistEnd {
  readonly record: OutputDefinition;
  readonly change: StateChange;
}

/** Ends the playlist of a scene, if one runs there: the clip that is on plays out, and none follows it. */
export const decidePlaylistEnd = (
  ports: PlaylistPorts,
  reference: SceneReference,
): E.Either<Failure, DecidedPlaylistEnd> =>
  pipe(
    findTarget(ports, reference),
    E.map(({ output, scene }) => ({ record: output, change: endPlaylist(output.id, scene) })),
  );
