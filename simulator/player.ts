// A simulated player: each of its scenes plays one clip at a time, to its end, holds one cued clip, and may show a graphic.
import type { ClipSelection, SceneRun, SceneState } from '../application/ports/players.js';
import {
  endOf,
  isWithin,
  pausedClip,
  resumedClip,
  soughtClip,
  startedClip,
  type ClipTime,
} from '../domain/studio/clip-time.js';
import { simulatedDurationMs } from './clip-length.js';
import type { GraphicFields } from '../domain/studio/graphic.js';
import type { OutputDefinition } from '../domain/studio/output.js';
import { succeed, reject, type Behaviour, type NumberedCommand, type BehaviourResult } from './behaviour.js';

/** The clip that is on a scene, and the numbers of the commands that brought it there. */
export interface PlayerRun extends SceneRun {
  /** The play or the take. */
  readonly order: number;
  /** The cue before the take; null for a play. */
  readonly cueOrder: number | null;
  /** The last seek; null for none. */
  readonly seek: { readonly order: number; readonly positionMs: number } | null;
}

/** A cued clip, and the number of the command. */
export interface PlayerCue extends ClipSelection {
  readonly order: number;
}

/** The graphic that a scene shows, and the number of the command that gave it its texts. */
export interface PlayerGraphic {
  readonly template: string;
  readonly texts: GraphicFields;
  readonly order: number;
}

/** One scene of a player. `run` is null while nothing is on, `cued` while nothing is cued, `graphic` while none is shown. */
export interface PlayerScene {
  readonly id: string;
  readonly run: PlayerRun | null;
  readonly cued: PlayerCue | null;
  readonly graphic: PlayerGraphic | null;
}

/** All scenes of a player, in the layout's order. */
export type PlayerState = readonly PlayerScene[];

/** The commands of a player to a graphic. */
type GraphicCommand =
  | { readonly type: 'showGraphic'; readonly template: string; readonly texts: GraphicFields }
  | { readonly type: 'updateGraphic'; readonly texts: GraphicFields }
  | { readonly type: 'hideGraphic' };

/** The commands of a player to one scene. */
type SceneCommand = { readonly scene: string } & (
  | { readonly type: 'play'; readonly cue: ClipSelection }
  | { readonly type: 'cue'; readonly cue: ClipSelection }
  | { readonly type: 'take' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'seek'; readonly positionMs: number }
  | GraphicCommand
);

const isGraphicCommand = (command: SceneCommand): command is SceneCommand & GraphicCommand =>
  command.type === 'showGraphic' || command.type === 'updateGraphic' || command.type === 'hideGraphic';

/** The commands of a player. */
export type PlayerCommand = SceneCommand | { readonly type: 'stop'; readonly scenes: readonly string[] };

/** The new scene, or why the player refuses the command. */
type SceneResult = PlayerScene | string;

const nothingOn = 'nothing plays';

const start = ({ bank, clip }: ClipSelection, order: number, cueOrder: number | null, now: number): PlayerRun => {
  const time = startedClip(now, { loop: clip.loop === true, durationMs: simulatedDurationMs(clip) });
  return { bank, clip, ...time, order, cueOrder, seek: null };
};

const changeRun = (scene: PlayerScene, change: (time: PlayerRun) => Partial<PlayerRun>): SceneResult =>
  scene.run === null ? nothingOn : { ...scene, run: { ...scene.run, ...change(scene.run) } };

/** Takes the cued clip on air. Without one, the clip that is on runs on, as on a real player. */
const take = (scene: PlayerScene, order: number, now: number): SceneResult =>
  scene.cued === null
    ? changeRun(scene, (run) => resumedClip(run, now))
    : { ...scene, run: start(scene.cued, order, scene.cued.order, now), cued: null };

const seek = (scene: PlayerScene, order: number, positionMs: number, now: number): SceneResult =>
  scene.run !== null && !isWithin(scene.run, positionMs)
    ? 'the position is beyond the end of the clip'
    : changeRun(scene, (run) => ({ ...soughtClip(run, positionMs, now), seek: { order, positionMs } }));

const changeGraphic = (scene: PlayerScene, command: GraphicCommand, order: number): SceneResult => {
  if (command.type === 'hideGraphic') return { ...scene, graphic: null };
  const { texts } = command;
  if (command.type === 'showGraphic') return { ...scene, graphic: { template: command.template, texts, order } };
  return scene.graphic === null ? 'no graphic is shown' : { ...scene, graphic: { ...scene.graphic, texts, order } };
};

const executeOn = (scene: PlayerScene, command: SceneCommand, order: number, now: number): SceneResult => {
  if (isGraphicCommand(command)) return changeGraphic(scene, command, order);
  switch (command.type) {
    case 'play':
      return { ...scene, run: start(command.cue, order, null, now), cued: null };
    case 'cue':
      return { ...scene, cued: { ...command.cue, order } };
    case 'take':
      return take(scene, order, now);
    case 'pause':
      return changeRun(scene, (run) => pausedClip(run, now));
    case 'resume':
      return changeRun(scene, (run) => resumedClip(run, now));
    case 'seek':
      return seek(scene, order, command.positionMs, now);
  }
};

const stopIn = (state: PlayerState, scenes: readonly string[]): PlayerState =>
  state.map((scene) => (scenes.includes(scene.id) ? { ...scene, run: null } : scene));

const unknownScene = (state: PlayerState, scenes: readonly string[]): string | undefined =>
  scenes.find((scene) => !state.some(({ id }) => id === scene));

const execute = (
  state: PlayerState,
  { number, command }: NumberedCommand<PlayerCommand>,
  now: number,
): BehaviourResult<PlayerState> => {
  const unknown = unknownScene(state, command.type === 'stop' ? command.scenes : [command.scene]);
  if (unknown !== undefined) return reject(state, `it has no scene "${unknown}"`);
  if (command.type === 'stop') return succeed(stopIn(state, command.scenes));
  const results = state.map((scene) => (scene.id === command.scene ? executeOn(scene, command, number, now) : scene));
  const refusal = results.find((result) => typeof result === 'string');
  return refusal === undefined ? succeed(results as PlayerState) : reject(state, refusal);
};

/** A scene shows a cue if its clip is cued, or was taken meanwhile. */
const showsCue = ({ run, cued }: PlayerScene, order: number): boolean =>
  cued?.order === order || run?.cueOrder === order;

/** A scene shows a take if its clip, or one taken earlier, is on, and nothing that was cued before is still cued. */
const showsTake = ({ run, cued }: PlayerScene, order: number): boolean =>
  run !== null && run.order <= order && (cued === null || cued.order > order);

/** A scene shows a seek to the same position as it shows this one. */
const showsSeek = ({ run }: PlayerScene, order: number, positionMs: number): boolean =>
  run?.seek?.order === order || run?.seek?.positionMs === positionMs;

/** A scene shows texts if it shows these or later ones. */
const showsGraphic = ({ graphic }: PlayerScene, { type }: GraphicCommand, order: number): boolean =>
  type === 'hideGraphic' ? graphic === null : graphic !== null && graphic.order >= order;

const showsOn = (scene: PlayerScene, command: SceneCommand, order: number): boolean => {
  if (isGraphicCommand(command)) return showsGraphic(scene, command, order);
  switch (command.type) {
    case 'play':
      return scene.run?.order === order;
    case 'cue':
      return showsCue(scene, order);
    case 'take':
      return showsTake(scene, order);
    case 'seek':
      return showsSeek(scene, order, command.positionMs);
    case 'pause':
    case 'resume':
      return scene.run?.paused === (command.type === 'pause');
  }
};

const reflects = (state: PlayerState, { number, command }: NumberedCommand<PlayerCommand>): boolean =>
  command.type === 'stop'
    ? state.every(({ id, run }) => run === null || !command.scenes.includes(id))
    : state.some((scene) => scene.id === command.scene && showsOn(scene, command, number));

const endOfRun = ({ run }: PlayerScene): number | null => (run === null ? null : endOf(run));

const nextChangeAt = (state: PlayerState): number | null => {
  const ends = state.map(endOfRun).filter((end) => end !== null);
  return ends.length === 0 ? null : Math.min(...ends);
};

const elapse = (state: PlayerState, now: number): BehaviourResult<PlayerState> => {
  const ended = state.filter((scene) => (endOfRun(scene) ?? Infinity) <= now).map(({ id }) => id);
  return ended.length === 0 ? [state, []] : [stopIn(state, ended), [{ type: 'state' }]];
};

/** A player with the scenes of its output. None of them plays or shows a graphic at first. */
export const player = ({ scenes }: OutputDefinition): Behaviour<PlayerState, PlayerCommand> => ({
  initial: scenes.map((id) => ({ id, run: null, cued: null, graphic: null })),
  execute,
  reflects,
  nextChangeAt,
  elapse,
});

const timeOf = ({ startedAtMs, positionMs, asOfMs, paused, loop, durationMs }: PlayerRun): ClipTime => ({
  startedAtMs,
  positionMs,
  asOfMs,
  paused,
  loop,
  durationMs,
});

/** Returns a scene as the players port reports it; `template` is that of its graphic, undefined if it has none. */
export const sceneOf = ({ id, run, cued, graphic }: PlayerScene, template: string | undefined): SceneState => ({
  id,
  run: run && { bank: run.bank, clip: run.clip, ...timeOf(run) },
  cued: cued && { bank: cued.bank, clip: cued.clip },
  graphicShown: graphic !== null && graphic.template === template,
});
