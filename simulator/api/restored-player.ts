// The states of players that a snapshot restores. It refuses states that no player of the layout can have.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../application/ports/players.js';
import { invalid, type Failure } from '../../domain/failure.js';
import type { PlayerRun, PlayerScene, PlayerState } from '../player.js';
import { noOrder, selectionOf, type Banks } from './device-states.js';
import type { PlayerRecord, SceneRecord } from './state-records.js';

/** When a snapshot was taken, in milliseconds since 1970 UTC, and what is added to its times. */
export interface SnapshotTime {
  readonly takenAtMs: number;
  readonly shiftMs: number;
}

type RunRecord = NonNullable<SceneRecord['run']>;

const checkRun = (
  { startedAtMs, asOfMs, positionMs, durationMs }: RunRecord,
  takenAtMs: number,
): Failure | undefined => {
  if (Math.max(startedAtMs, asOfMs) > takenAtMs)
    return invalid([{ path: 'run', expected: 'startedAtMs and asOfMs up to takenAtMs, the time of the snapshot' }]);
  return durationMs !== null && positionMs > durationMs
    ? invalid([{ path: 'run', expected: 'a positionMs up to durationMs, the length of the clip' }])
    : undefined;
};

const restoredRun = (
  selection: ClipSelection,
  { startedAtMs, asOfMs, positionMs, paused, loop, durationMs }: RunRecord,
  shiftMs: number,
): PlayerRun => ({
  ...selection,
  startedAtMs: startedAtMs + shiftMs,
  asOfMs: asOfMs + shiftMs,
  positionMs,
  paused,
  loop,
  durationMs,
  order: noOrder,
  cueOrder: null,
  seek: null,
});

/** Finds a clip of a record, which may be null. */
const selectionOrNull = (
  banks: Banks,
  named: Parameters<typeof selectionOf>[1] | null,
): E.Either<Failure, ClipSelection | null> => (named === null ? E.right(null) : selectionOf(banks, named));

const restoredScene = (
  banks: Banks,
  { id, run, cued, graphic }: SceneRecord,
  { takenAtMs, shiftMs }: SnapshotTime,
): E.Either<Failure, PlayerScene> => {
  const impossible = run === null ? undefined : checkRun(run, takenAtMs);
  if (impossible !== undefined) return E.left(impossible);
  const onAir = selectionOrNull(banks, run);
  if (E.isLeft(onAir)) return onAir;
  const next = selectionOrNull(banks, cued);
  if (E.isLeft(next)) return next;
  return E.right({
    id,
    run: run && onAir.right && restoredRun(onAir.right, run, shiftMs),
    cued: next.right && { ...next.right, order: noOrder },
    graphic: graphic && { ...graphic, order: noOrder },
  });
};

/** Returns the state of a player with the scenes `ids` from its record, which has exactly these in any order. */
export const restoredPlayer = (
  banks: Banks,
  ids: readonly string[],
  { scenes }: PlayerRecord,
  time: SnapshotTime,
): E.Either<Failure, PlayerState> => {
  const records = new Map(scenes.map((scene) => [scene.id, scene]));
  const restored: PlayerScene[] = [];
  for (const id of ids) {
    const record = records.get(id);
    if (record === undefined || scenes.length !== ids.length)
      return E.left(invalid([{ path: 'scenes', expected: `exactly ${ids.join(', ')}, each once` }]));
    const scene = restoredScene(banks, record, time);
    if (E.isLeft(scene)) return scene;
    restored.push(scene.right);
  }
  return E.right(restored);
};
