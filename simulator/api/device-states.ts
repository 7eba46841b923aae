// Converts the states of simulated devices to records of the steering API, and changes them.
import * as E from 'fp-ts/lib/Either.js';
import { invalid, type Failure } from '../../domain/failure.js';
import { findClip } from '../../domain/studio/clip.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { startedClip } from '../../domain/studio/clip-time.js';
import type { CameraState } from '../camera.js';
import { simulatedDurationMs } from '../clip-length.js';
import type { PlayerRun, PlayerScene, PlayerState } from '../player.js';
import type { ClipSelection } from '../../application/ports/players.js';
import type { SignalLineState } from '../signal-line.js';
import type { DeviceSnapshot } from '../simulated-world.js';
import type { PlayerChange, SceneChange, SceneRecord, StateRecord } from './state-records.js';

const runRecord = ({ bank, clip, ...time }: PlayerRun) => ({
  bank,
  clip: clip.key,
  number: clip.number,
  name: clip.name,
  startedAtMs: time.startedAtMs,
  positionMs: time.positionMs,
  asOfMs: time.asOfMs,
  paused: time.paused,
  loop: time.loop,
  durationMs: time.durationMs,
});

const sceneRecord = ({ id, run, cued, graphic }: PlayerScene): SceneRecord => ({
  id,
  run: run && runRecord(run),
  cued: cued && { bank: cued.bank, clip: cued.clip.key, number: cued.clip.number, name: cued.clip.name },
  graphic: graphic && { template: graphic.template, texts: graphic.texts },
});

/** Returns the record of a state. */
export const stateRecord = ({ kind }: Pick<DeviceSnapshot, 'kind'>, state: unknown): StateRecord => {
  if (kind === 'player') return { scenes: (state as PlayerState).map(sceneRecord) };
  return kind === 'camera' ? { angle: (state as CameraState).angle } : { on: (state as SignalLineState).on };
};

/** What decides which clips there are. */
export type Banks = Pick<StudioLayout, 'banks'>;

/** Finds the clip that a change or a snapshot names. */
export const selectionOf = (
  { banks }: Banks,
  named: { readonly bank: string; readonly clip: string },
): E.Either<Failure, ClipSelection> => {
  const bank = banks.find(({ key }) => key === named.bank);
  if (bank === undefined)
    return E.left(
      invalid([
        { path: 'bank', expected: `one of ${banks.map(({ key }) => key).join(', ')}`, got: JSON.stringify(named.bank) },
      ]),
    );
  const found = findClip(bank, named.clip);
  return E.isLeft(found)
    ? E.left(invalid([{ path: 'clip', expected: `a clip of the bank "${bank.key}"`, got: JSON.stringify(named.clip) }]))
    : E.right({ bank: bank.key, clip: found.right });
};

/** Commands have numbers from 1; the state that no command caused has this one. */
export const noOrder = 0;

const changedRun = (banks: Banks, { run }: SceneChange, now: number): E.Either<Failure, PlayerRun | null> => {
  if (run === undefined || run === null) return E.right(null);
  const found = selectionOf(banks, run);
  if (E.isLeft(found)) return found;
  const { clip } = found.right;
  const time = startedClip(now, { loop: clip.loop === true, durationMs: simulatedDurationMs(clip) });
  const { positionMs = 0, paused = false } = run;
  if (time.durationMs !== null && positionMs >= time.durationMs)
    return E.left(
      invalid([{ path: 'positionMs', expected: `less than ${String(time.durationMs)}, the length of the clip` }]),
    );
  return E.right({ ...found.right, ...time, positionMs, paused, order: noOrder, cueOrder: null, seek: null });
};

const changedScene = (
  banks: Banks,
  scene: PlayerScene,
  change: SceneChange,
  now: number,
): E.Either<Failure, PlayerScene> => {
  const run = change.run === undefined ? E.right(scene.run) : changedRun(banks, change, now);
  if (E.isLeft(run)) return run;
  const cued = change.cued ? selectionOf(banks, change.cued) : E.right(change.cued);
  if (E.isLeft(cued)) return cued;
  const { graphic = scene.graphic } = change;
  return E.right({
    id: scene.id,
    run: run.right,
    cued: cued.right === undefined ? scene.cued : cued.right && { ...cued.right, order: noOrder },
    graphic: graphic && { ...graphic, order: noOrder },
  });
};

/** Returns the state of a player after a change, or why the change is impossible. */
export const changedPlayer = (
  banks: Banks,
  state: PlayerState,
  { scenes = [] }: PlayerChange,
  now: number,
): E.Either<Failure, PlayerState> => {
  const changed = new Map(state.map((scene) => [scene.id, scene]));
  for (const change of scenes) {
    const before = changed.get(change.id);
    if (before === undefined)
      return E.left(
        invalid([{ path: 'scenes', expected: [...changed.keys()].join(' or '), got: JSON.stringify(change.id) }]),
      );
    const after = changedScene(banks, before, change, now);
    if (E.isLeft(after)) return after;
    changed.set(change.id, after.right);
  }
  return E.right([...changed.values()]);
};

/** Returns the state of a camera at an angle, or why it has none. */
export const cameraAt = (
  { cameras }: Pick<StudioLayout, 'cameras'>,
  id: string,
  angle: string | null,
): E.Either<Failure, CameraState> => {
  const angles = cameras.find((camera) => camera.id === id)?.angles.map((one) => one.id) ?? [];
  return angle === null || angles.includes(angle)
    ? E.right({ angle })
    : E.left(
        invalid([{ path: 'angle', expected: `one of ${angles.join(', ')}, or null`, got: JSON.stringify(angle) }]),
      );
};
