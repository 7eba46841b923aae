// What the main and the backup player of an output show, and whether it is the same (PAIR-5, PAIR-6).
import { positionAt } from '../../domain/studio/clip-time.js';
import type { OutputPlayer, PlayerRecord } from '../../domain/studio/output-player.js';
import type { ClipSelection, PlayerPair, PlayerReport, SceneRun, SceneState } from '../ports/players.js';
import { timeOf } from './scenes.js';

/** How far apart the clips of two players may be, in milliseconds: less than what a viewer would notice at a change to the other. */
const driftMs = 1_000;

/** Returns the position of a run, in milliseconds. */
export const positionOf = (run: SceneRun, nowMs: number): number => positionAt(timeOf(run), nowMs);

/** Whether both are the same clip of the same bank. */
export const isSameClip = (one: ClipSelection | null, other: ClipSelection | null): boolean =>
  one?.bank === other?.bank && one?.clip.key === other?.clip.key;

/** Returns how far two runs of the same clip are apart, in milliseconds; 0 for a clip without a known length, such as a still. */
export const apartMs = (one: SceneRun, other: SceneRun, nowMs: number): number => {
  const { durationMs, loop } = timeOf(one);
  if (durationMs === null || timeOf(other).durationMs === null) return 0;
  const ms = Math.abs(positionOf(one, nowMs) - positionOf(other, nowMs));
  return loop ? Math.min(ms, Math.abs(durationMs - ms)) : ms;
};

/** What two scenes may differ in, each with the words for it. */
interface Aspect {
  readonly differs: (one: SceneState, other: SceneState, nowMs: number) => boolean;
  readonly textOf: (scene: SceneState, nowMs: number) => string;
}

const runText = ({ run, isUnknown = false }: SceneState): string => {
  if (isUnknown) return 'shows something unknown';
  if (run === null) return 'shows nothing';
  return `shows "${run.clip.key}"${run.paused ? ' paused' : ''}`;
};

const secondsOf = (run: SceneRun, nowMs: number): string => (positionOf(run, nowMs) / 1_000).toFixed(1);

const aspects: readonly Aspect[] = [
  {
    differs: (one, other) =>
      one.isUnknown === true ||
      other.isUnknown === true ||
      !isSameClip(one.run, other.run) ||
      one.run?.paused !== other.run?.paused,
    textOf: runText,
  },
  {
    differs: ({ run: one }, { run: other }, nowMs) =>
      one !== null && other !== null && isSameClip(one, other) && apartMs(one, other, nowMs) >= driftMs,
    textOf: ({ run }, nowMs) => (run === null ? '' : `is at ${secondsOf(run, nowMs)} s of "${run.clip.key}"`),
  },
  {
    differs: ({ cued: one }, { cued: other }) => !isSameClip(one, other),
    textOf: ({ cued }) => (cued === null ? 'has nothing cued' : `has "${cued.clip.key}" cued`),
  },
  {
    differs: (one, other) => one.graphicShown !== other.graphicShown,
    textOf: ({ graphicShown }) => (graphicShown ? 'shows its graphic' : 'shows no graphic'),
  },
];

const sceneDifference = (main: SceneState, backup: SceneState | undefined, nowMs: number): string | undefined => {
  if (backup === undefined) return undefined;
  const aspect = aspects.find(({ differs }) => differs(main, backup, nowMs));
  return aspect && `main ${aspect.textOf(main, nowMs)}, backup ${aspect.textOf(backup, nowMs)}`;
};

const pictureOf = ({ connected, scenes }: PlayerReport): string =>
  connected ? scenes.map(runText).join(' and ') : 'is not connected';

/** Returns what each player shows where they differ; undefined if they agree, or if none of them is connected. */
export const differenceIn = ({ reports: { main, backup } }: PlayerPair, nowMs: number): string | undefined => {
  if (!main.connected && !backup.connected) return undefined;
  if (!main.connected || !backup.connected) return `main ${pictureOf(main)}, backup ${pictureOf(backup)}`;
  const differences = main.scenes.flatMap((scene) => {
    const difference = sceneDifference(
      scene,
      backup.scenes.find(({ id }) => id === scene.id),
      nowMs,
    );
    if (difference === undefined) return [];
    return [main.scenes.length === 1 ? difference : `in the scene "${scene.id}" ${difference}`];
  });
  return differences.length === 0 ? undefined : differences.join('; ');
};

/** Returns what a player shows, as callers read it. */
export const playerRecord = (
  player: OutputPlayer,
  { connected, scenes }: PlayerReport,
  nowMs: number,
): PlayerRecord => ({
  player,
  connected,
  scenes: scenes.map(({ id, run, cued }) => ({
    id,
    clip: run?.clip.key ?? null,
    bank: run?.bank ?? null,
    positionMs: run === null || !connected ? null : Math.max(0, Math.round(positionOf(run, nowMs))),
    paused: run?.paused ?? false,
    cued: cued && { bank: cued.bank, clip: cued.clip.key },
  })),
});
