// A clip on OBS whose picture stands: callers see no clip, but it counts for the tally.
import { describe, expect, it } from 'vitest';
import { ClipFiles, SceneStateTracker } from '../../../../adapters/drivers/obs/scene-state.js';
import type { InputState } from '../../../../adapters/drivers/obs/scene-report.js';
import { outputTally } from '../../../../domain/studio/tally.js';
import { selections } from './bench.js';

const started = { name: 'A', itemId: 1, isShown: true, isActive: true, media: 'playing', cursorMs: 100 } as const;

const trackerOf = (loop: boolean, durationMs: number) => {
  const selection = { ...selections.opener, clip: { ...selections.opener.clip, loop } };
  const files = new ClipFiles('/media', [selection]);
  const tracker = new SceneStateTracker(files);
  const input = { ...started, file: files.pathOf(selection), durationMs };
  const report = (nowMs: number, change: Partial<InputState> = {}, isInProgram = true): void => {
    const inputs = [{ ...input, isActive: isInProgram, ...change }];
    const reported = { scene: 'left', isInProgram, isCopied: false, isChanging: false, inputs };
    tracker.apply(reported, { nowMs, likely: { clip: null, cued: null }, clip: 'free' });
  };
  const state = () => tracker.snapshot('left');
  return { report, state, tally: () => outputTally(true, { connected: true, scenes: [state()] }) };
};

const runs = [
  ['a short loop', true, 200],
  ['a long loop', true, 20_000],
  ['a clip', false, 20_000],
] as const;

describe.each(runs)('%s whose picture stands', (_, loop, durationMs) => {
  it('@TALLY-12: is no longer shown, but counts until it is off air', () => {
    const { report, state, tally } = trackerOf(loop, durationMs);
    for (const nowMs of [0, 500, 1_000, 1_500]) report(nowMs);
    expect([state().run, tally()]).toEqual([null, 'program']);
    report(2_000, {}, false);
    expect(tally()).toBe('off');
  });

  it('is shown again once it moves', () => {
    const { report, state } = trackerOf(loop, durationMs);
    for (const nowMs of [0, 500, 1_000, 1_500]) report(nowMs);
    report(2_000, { cursorMs: 140 });
    expect(state().run).not.toBeNull();
  });
});

describe('a clip that stands because it is paused', () => {
  it('is shown, and for 1.5 s after it is resumed', () => {
    const { report, state } = trackerOf(false, 20_000);
    for (let nowMs = 0; nowMs <= 5_000; nowMs += 500) report(nowMs, { media: 'paused' });
    expect(state().run).toMatchObject({ paused: true });
    for (const nowMs of [5_500, 6_000, 6_500]) report(nowMs);
    expect(state().run).toMatchObject({ paused: false });
    report(7_000);
    expect(state().run).toBeNull();
  });
});
