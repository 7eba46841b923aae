// A simulated player: each of its scenes plays one clip at a time, to its end.
import type { ClipSelection } from '../application/ports/players.js';
import type { OutputDefinition, Scene } from '../domain/studio/output.js';
import { succeed, reject, type Behaviour, type NumberedCommand, type BehaviourResult } from './behaviour.js';

/** The clip that runs in a scene, its start (milliseconds since 1970 UTC), and the number of the command. */
export interface PlayerRun extends ClipSelection {
  readonly startedAtMs: number;
  readonly order: number;
}

/** One scene of a player; `run` is null while nothing plays. */
export interface PlayerScene {
  readonly id: string;
  readonly run: PlayerRun | null;
}

/** All scenes of a player, in the layout's order. */
export type PlayerState = readonly PlayerScene[];

/** The commands of a player. */
export type PlayerCommand =
  | { readonly type: 'play'; readonly scene: string; readonly cue: ClipSelection }
  | { readonly type: 'stop'; readonly scenes: readonly string[] };

const endOf = ({ clip, startedAtMs }: PlayerRun): number =>
  clip.loop === true ? Infinity : startedAtMs + clip.durationMs;

const has = (state: PlayerState, scene: string): boolean => state.some(({ id }) => id === scene);

const put = (state: PlayerState, scenes: readonly string[], run: PlayerRun | null): PlayerState =>
  state.map((scene) => (scenes.includes(scene.id) ? { id: scene.id, run } : scene));

const execute = (
  state: PlayerState,
  { number, command }: NumberedCommand<PlayerCommand>,
  now: number,
): BehaviourResult<PlayerState> => {
  const scenes = command.type === 'play' ? [command.scene] : command.scenes;
  const unknown = scenes.find((scene) => !has(state, scene));
  if (unknown !== undefined) return reject(state, `it has no scene "${unknown}"`);
  const run = command.type === 'play' ? { ...command.cue, startedAtMs: now, order: number } : null;
  return succeed(put(state, scenes, run));
};

const reflects = (state: PlayerState, { number, command }: NumberedCommand<PlayerCommand>): boolean =>
  command.type === 'play'
    ? state.some(({ id, run }) => id === command.scene && run?.order === number)
    : state.every(({ id, run }) => run === null || !command.scenes.includes(id));

const nextChangeAt = (state: PlayerState): number | null => {
  const ends = state.flatMap(({ run }) => (run === null ? [] : [endOf(run)]));
  const first = Math.min(...ends);
  return first === Infinity ? null : first;
};

const elapse = (state: PlayerState, now: number): BehaviourResult<PlayerState> => {
  const ended = state.flatMap(({ id, run }) => (run !== null && endOf(run) <= now ? [id] : []));
  return ended.length === 0 ? [state, []] : [put(state, ended, null), [{ type: 'state' }]];
};

/** A player with the scenes of its output. None of them plays at first. */
export const player = ({ scenes }: OutputDefinition): Behaviour<PlayerState, PlayerCommand> => ({
  initial: scenes.map((id) => ({ id, run: null })),
  execute,
  reflects,
  nextChangeAt,
  elapse,
});

/** Returns a scene as the players port reports it. */
export const sceneOf = ({ id, run }: PlayerScene): Scene => ({
  id,
  clip: run?.clip.key ?? null,
  bank: run?.bank ?? null,
  startedAt: run === null ? null : new Date(run.startedAtMs).toISOString(),
});
