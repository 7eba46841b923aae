// A clip on OBS whose picture stands: callers see no clip, but it counts for the tally.
import { expect, it } from 'vitest';
import { ClipFiles, SceneStateTracker } from '../../../adapters/drivers/obs/scene-state.js';
import { outputTally } from '../../../domain/studio/tally.js';
import { selections } from './bench.js';

it('@TALLY-12: a clip whose picture stands is no longer shown, but counts until it is off air', () => {
  const loop = { ...selections.opener, clip: { ...selections.opener.clip, loop: true } };
  const files = new ClipFiles('/media', [loop]);
  const tracker = new SceneStateTracker(files);
  const input = {
    name: 'A',
    itemId: 1,
    isShown: true,
    file: files.pathOf(loop),
    media: 'playing',
    cursorMs: 100,
    durationMs: 200,
  } as const;
  const report = (nowMs: number, isInProgram = true): void => {
    tracker.apply({ scene: 'left', isInProgram, inputs: [input] }, { nowMs, likely: [], clip: 'free' });
  };
  const tally = () => outputTally(true, { connected: true, scenes: [tracker.snapshot('left')] });
  for (const nowMs of [0, 500, 1_000, 1_500]) report(nowMs);
  expect([tracker.snapshot('left').run, tally()]).toEqual([null, 'program']);
  report(2_000, false);
  expect(tally()).toBe('off');
});
