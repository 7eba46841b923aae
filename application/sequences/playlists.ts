// The playlists of a studio: at most one in a scene. Commands of others to the clip of its scene end it (PLAYLIST-5).
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../../domain/failure.js';
import { clipsAfter, runsIn, type PlaylistRange } from '../../domain/studio/playlist.js';
import { endPlaylist } from '../../domain/studio/runtime-state.js';
import type { Alarms } from '../alarms/alarms.js';
import type { ScenePlace } from '../commands/decisions.js';
import type { SendResult } from '../ports/commands.js';
import type { FollowCommand } from '../../domain/studio/command.js';
import type { PairedPlayers } from '../commands/player-pairs.js';
import type { PlayerCommand } from '../ports/players.js';
import { PlaylistFaults } from './playlist-faults.js';
import { PlaylistRun, type PlaylistRunDeps } from './playlist-run.js';

export interface PlaylistsDeps extends Omit<PlaylistRunDeps, 'faults' | 'players'> {
  readonly players: PairedPlayers;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
}

/** Players that run playlists. */
export interface PlaylistPlayers {
  /** The players, to which callers and steps send commands: a play with a playlist begins it. */
  readonly players: PairedPlayers;
  /** Sends nothing more. What runs is remembered. Called when the service stops. */
  readonly stopPlaylists: () => void;
}

type StartOf = Extract<PlayerCommand, { readonly clip: unknown }>;

/** A play that begins a playlist. */
type PlaylistStart = StartOf & { readonly playlist: PlaylistRange };

const beginsPlaylist = (command: PlayerCommand): command is PlaylistStart =>
  command.do === 'play' && command.playlist !== undefined;

/** Returns the scenes whose clip, or the one that comes next, a command changes. */
const changedScenes = (command: PlayerCommand): readonly ScenePlace[] => {
  const { output } = command;
  if (command.do === 'stop') return command.scenes.map((scene) => ({ output, scene }));
  return command.do === 'play' || command.do === 'cue' || command.do === 'take'
    ? [{ output, scene: command.scene }]
    : [];
};

const keyOf = ({ output, scene }: ScenePlace): string => JSON.stringify([output, scene]);

const withoutPlaylist = ({ playlist: _, ...plain }: PlaylistStart): StartOf => plain;

/** The playlists that run. */
class RunningPlaylists {
  readonly #runs = new Map<string, PlaylistRun>();
  readonly #faults: PlaylistFaults;

  constructor(private readonly deps: PlaylistsDeps) {
    this.#faults = new PlaylistFaults(deps.alarms);
    const { studio, players } = deps;
    for (const entry of studio.runtime().playlists) this.#add(entry, this.#runOf(entry)).update();
    players.watch((output) => {
      for (const { scene } of studio.runtime().playlists.filter((one) => one.output === output))
        this.#runs.get(keyOf({ output, scene }))?.update();
    });
    studio.watch(({ before, now }) => {
      for (const ended of before.playlists.filter((one) => !now.playlists.some(runsIn(one)))) this.#end(ended);
    });
    studio.watchLayout(() => {
      for (const entry of studio.runtime().playlists) this.#runs.get(keyOf(entry))?.relayout(entry);
    });
  }

  readonly send = (command: PlayerCommand | FollowCommand): SendResult => {
    const { players } = this.deps;
    // The player that follows changes nothing of what the output shows.
    if (command.do === 'follow') return players.send(command);
    // A player that is away gets nothing, so that nothing changes.
    if (players.state(command.output).connected || command.do === 'stop') changedScenes(command).forEach(this.#replace);
    return beginsPlaylist(command) ? this.#begin(command) : players.send(command);
  };

  readonly refusal = (command: PlayerCommand | FollowCommand): Failure | undefined => {
    const { players } = this.deps;
    if (command.do === 'follow' || !beginsPlaylist(command)) return players.refusal(command);
    return players.refusal(withoutPlaylist(command)) ?? this.#cueRefusal(command);
  };

  readonly stopAll = (): void => {
    for (const run of this.#runs.values()) run.stop();
  };

  /** Returns why the player cues none of the clips that follow the first one; undefined if it cues any. */
  #cueRefusal({ output, scene, clip: { bank: key, clip }, playlist }: PlaylistStart): Failure | undefined {
    const bank = this.deps.studio.layout.banks.find((one) => one.key === key);
    const following = bank === undefined ? [] : clipsAfter(bank, playlist, clip.key);
    const refused = following.map((next) =>
      this.deps.players.refusal({ do: 'cue', output, scene, clip: { bank: key, clip: next } }),
    );
    return refused.includes(undefined) ? undefined : refused[0];
  }

  #begin(command: PlaylistStart): SendResult {
    const refused = this.#cueRefusal(command);
    if (refused !== undefined) return E.left(refused);
    const sending = this.deps.players.send(withoutPlaylist(command));
    if (E.isLeft(sending)) return sending;
    const { output, scene, clip, playlist } = command;
    const entry = { output, scene, bank: clip.bank, ...playlist, clip: clip.clip.key, next: null };
    void this.#add(entry, this.#runOf(entry)).begin(sending.right);
    return sending;
  }

  #runOf(entry: ConstructorParameters<typeof PlaylistRun>[0]): PlaylistRun {
    return new PlaylistRun(entry, { ...this.deps, faults: this.#faults });
  }

  #add(place: ScenePlace, run: PlaylistRun): PlaylistRun {
    this.#runs.set(keyOf(place), run);
    return run;
  }

  /** Somebody else decides what the scene shows: nothing of a playlist is sent after that. */
  readonly #replace = (place: ScenePlace): void => {
    const { studio } = this.deps;
    this.#runs.get(keyOf(place))?.stop();
    this.#runs.delete(keyOf(place));
    this.#faults.clear(place);
    studio.change(endPlaylist(place.output, place.scene));
  };

  /** The playlist was ended, by a caller or because the studio file has it no longer. */
  #end(place: ScenePlace): void {
    const run = this.#runs.get(keyOf(place));
    if (run === undefined) return;
    this.#runs.delete(keyOf(place));
    if (run.isOver) return;
    this.#faults.clear(place);
    run.end();
  }
}

/** Returns players that run playlists. Those that ran before a restart go on if their player still shows their clip. */
export const withPlaylists = (deps: PlaylistsDeps): PlaylistPlayers => {
  const running = new RunningPlaylists(deps);
  return {
    players: { ...deps.players, send: running.send, refusal: running.refusal },
    stopPlaylists: running.stopAll,
  };
};
