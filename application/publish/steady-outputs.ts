// Outputs whose clips' ends stand still. A player's reports move them by some milliseconds without that anything has changed.
import { isEqual } from '../../domain/codec/equality.js';
import type { Output, Scene } from '../../domain/studio/output.js';

/** How far an end has to move before it counts as another one, in milliseconds. */
const minMovedMs = 250;

type Ends = Pick<Scene, 'endsAt' | 'clip' | 'startedAt'>;

const hasMoved = (before: Ends | undefined, now: Ends): boolean => {
  if (before?.endsAt == null || now.endsAt === null) return true;
  if (!isEqual([before.clip, before.startedAt], [now.clip, now.startedAt])) return true;
  return Math.abs(Date.parse(before.endsAt) - Date.parse(now.endsAt)) >= minMovedMs;
};

const steadyScenes = (before: Output | undefined, { scenes }: Output): readonly Scene[] =>
  scenes.map((scene) => {
    const earlier = before?.scenes.find(({ id }) => id === scene.id);
    return hasMoved(earlier, scene) ? scene : { ...scene, endsAt: earlier?.endsAt ?? null };
  });

/** Returns outputs with the ends that they had before, where these have hardly moved. */
export const steadyOutputs = (before: readonly Output[], now: readonly Output[]): readonly Output[] => {
  const earlier = new Map(before.map((output) => [output.id, output]));
  return now.map((output) => ({ ...output, scenes: steadyScenes(earlier.get(output.id), output) }));
};
