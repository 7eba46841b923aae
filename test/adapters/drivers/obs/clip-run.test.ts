// When the position that OBS reports corrects the time of a clip, and when a clip counts as started.
import { describe, expect, it } from 'vitest';
import { followRun, startRun, type ClipRun } from '../../../../adapters/drivers/obs/clip-run.js';
import type { InputState } from '../../../../adapters/drivers/obs/scene-report.js';
import { ClipFiles, SceneStateTracker } from '../../../../adapters/drivers/obs/scene-state.js';
import { selections } from './bench.js';

const { opener } = selections;

const inputAt = (cursorMs: number, changes: Partial<InputState> = {}): InputState => ({
  ...{
    name: 'A',
    itemId: 1,
    isShown: true,
    isActive: true,
    file: '/media/opener',
    media: 'playing',
    cursorMs,
    durationMs: 60_000,
  },
  ...changes,
});

/** Follows a clip that began at 0, by reports with their times and how far each is ahead of the clock, in milliseconds. */
const followed = (...reports: readonly (readonly [nowMs: number, aheadMs: number])[]): ClipRun =>
  reports.reduce(
    (run, [nowMs, aheadMs]) => followRun(run, inputAt(nowMs + aheadMs), nowMs),
    startRun(opener, inputAt(1_000), 0, 1_000),
  );

describe('a clip on OBS that has left its clock', () => {
  it.each<readonly [string, ClipRun, Partial<ClipRun['time']>, number]>([
    ['by 120 ms is reported as ahead', followed([2_000, 120]), { asOfMs: 1_000 }, 120],
    ['by more stays for less than 200 ms', followed([2_000, 121], [2_199, 121]), { asOfMs: 1_000 }, 0],
    [
      'by more is corrected after 200 ms',
      followed([2_000, 121], [2_200, 121]),
      { asOfMs: 2_200, positionMs: 2_321 },
      0,
    ],
    ['back is corrected alike', followed([2_000, -121], [2_200, -121]), { asOfMs: 2_200, positionMs: 2_079 }, 0],
    ['twice for a moment stays', followed([2_000, 300], [2_100, 0], [2_200, 300]), { asOfMs: 1_000 }, 0],
    ['by less than a second stays at first', followed([2_000, 999]), { asOfMs: 1_000 }, 0],
    ['by a second is corrected at once', followed([2_000, 1_000]), { asOfMs: 2_000, positionMs: 3_000 }, 0],
  ])('%s', (_, { time, aheadMs }, expected, expectedAheadMs) => {
    expect(time).toMatchObject({ startedAtMs: 0, ...expected });
    expect(aheadMs).toBe(expectedAheadMs);
  });

  it.each<readonly [string, Partial<InputState>, Partial<ClipRun['time']>]>([
    ['its pause', { media: 'paused' }, { paused: true, asOfMs: 2_000 }],
    ['another length', { durationMs: 59_000 }, { durationMs: 59_000, asOfMs: 2_000 }],
  ])('is corrected at once by %s', (_, changes, expected) => {
    const { time } = followRun(followed(), inputAt(2_100, changes), 2_000);
    expect(time).toMatchObject({ startedAtMs: 0, positionMs: 2_100, ...expected });
  });
});

const looped = { ...opener, clip: { ...opener.clip, loop: true } };

it.each([
  [2_000, 1_980, -20],
  [59_990, 20, 30],
  [60_010, 59_980, -30],
  [60_010, 40, 30],
])('a loop at %i ms that is at %i ms of its clip is ahead by %i ms', (nowMs, cursorMs, expectedAheadMs) => {
  const run = followRun(startRun(looped, inputAt(1_000), 0, 1_000), inputAt(cursorMs), nowMs);
  expect(run).toMatchObject({ time: { asOfMs: 1_000, positionMs: 1_000 }, aheadMs: expectedAheadMs });
});

it.each([
  [140, 60_000],
  [20, 60_080],
])('a clip of a command begins after that at the earliest: at %i ms after 100 ms', (cursorMs, startedAtMs) => {
  const tracker = new SceneStateTracker(new ClipFiles('/media', [opener]));
  tracker.start(opener, inputAt(cursorMs), 100, 60_100);
  expect(tracker.snapshot('left').run).toMatchObject({ startedAtMs, positionMs: cursorMs, asOfMs: 60_100 });
});
