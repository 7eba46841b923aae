// Where a clip is, and whether it is the same run as before a lost connection.
import { describe, expect, it } from 'vitest';
import { MixRun } from '../../../../adapters/drivers/vmix/clip-run.js';
import type { SceneRun } from '../../../../application/ports/players.js';
import type { VmixInput } from '../../../../adapters/drivers/vmix/state.js';

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener', durationMs: 60_000 } };
const on = { selection, input: { key: 'k', entry: undefined, isTimed: true } };

const inputAt = (positionMs: number, changes: Partial<VmixInput> = {}): VmixInput => ({
  ...{ key: 'k', number: 1, type: 'Video', title: 'opener.mp4', shortTitle: '', state: 'Running' },
  ...{ positionMs, durationMs: 60_000, loop: false, selectedIndex: 0, items: [] },
  ...changes,
});

const paused = { state: 'Paused' };

/** A clip that began at 0 and was last seen at 20 s, before the connection was lost. */
const lostRun = (): MixRun => {
  const run = new MixRun();
  for (const atMs of [10_000, 20_000]) run.follow(on, inputAt(atMs), atMs);
  run.lose();
  return run;
};

describe('a clip that is on air after a reconnect', () => {
  it('is the same run if it is where that would be', () => {
    const run = lostRun();
    for (const atMs of [30_000, 30_500]) run.follow(on, inputAt(atMs), atMs);
    expect(run.run).toMatchObject({ startedAtMs: 0 });
  });

  it('is another run if it is elsewhere', () => {
    const run = lostRun();
    for (const atMs of [30_000, 30_500]) run.follow(on, inputAt(atMs - 29_000), atMs);
    expect(run.run).toMatchObject({ startedAtMs: 29_000, positionMs: 1_500 });
  });

  it('that was sought while it was connected is the same run', () => {
    const run = new MixRun();
    for (const atMs of [10_000, 20_000]) run.follow(on, inputAt(atMs), atMs);
    run.follow(on, inputAt(5_000), 20_500);
    expect(run.run).toMatchObject({ startedAtMs: 0, positionMs: 5_000 });
  });
});

it('a clip whose picture was the same before the connection was lost does not count as standing before it is so for a second', () => {
  const run = new MixRun();
  run.follow(on, inputAt(500), 1_000);
  run.lose();
  const seen = [9_000, 9_999, 10_000].map((atMs) => {
    run.follow(on, inputAt(500), atMs);
    return [run.isKnown, run.standing?.clip.key];
  });
  expect(seen).toEqual([
    [false, undefined],
    [false, undefined],
    [true, 'opener'],
  ]);
});

it.each([
  [140, 1_000],
  [20, 1_080],
])('a clip of a command begins after that at the earliest: at %i ms after 100 ms', (positionMs, startedAtMs) => {
  const run = new MixRun();
  run.restart(on, inputAt(positionMs), 1_000, 1_100);
  expect(run.run).toMatchObject({ startedAtMs, positionMs, asOfMs: 1_100 });
});

it('a still is the same run for as long as it is on air', () => {
  const run = new MixRun();
  const still = { selection, input: { key: 'k', entry: undefined, isTimed: false } };
  for (const atMs of [10_000, 11_000, 12_000]) run.follow(still, inputAt(0), atMs);
  expect(run.run).toMatchObject({ startedAtMs: 10_000, asOfMs: 10_000, positionMs: 0 });
  run.lose();
  run.follow(still, inputAt(0), 20_000);
  expect(run.run).toMatchObject({ startedAtMs: 10_000 });
});

it.each([
  [59_000, 60_000, 59_000],
  [0, 60_000, 60_000],
  [0, undefined, null],
])('a clip lasts as long as its input, %i ms, or else as the studio file has it: %s', (durationMs, own, expected) => {
  const run = new MixRun();
  const { durationMs: _, ...clip } = selection.clip;
  const chosen = { bank: 'news', clip: { ...clip, ...(own !== undefined && { durationMs: own }) } };
  for (const atMs of [10_000, 11_000]) run.follow({ ...on, selection: chosen }, { ...inputAt(atMs), durationMs }, atMs);
  expect(run.run?.durationMs).toBe(expected);
});

describe('a clip that runs', () => {
  /** Follows a clip that began at 0 by reports at 1 s and 2 s, and by another one. */
  const followed = (last: VmixInput, atMs: number): MixRun => {
    const run = new MixRun();
    for (const ms of [1_000, 2_000]) run.follow(on, inputAt(ms), ms);
    run.follow(on, last, atMs);
    return run;
  };

  it.each<readonly [string, VmixInput, number, Partial<SceneRun>]>([
    ['is where it should be', inputAt(3_000), 3_000, { asOfMs: 2_000, positionMs: 2_000, paused: false }],
    ['is ahead by 100 ms', inputAt(3_100), 3_000, { asOfMs: 2_000, aheadMs: 100 }],
    ['is behind by 100 ms', inputAt(2_900), 3_000, { asOfMs: 2_000, aheadMs: -100 }],
    ['has moved on by more', inputAt(3_101), 3_000, { asOfMs: 3_000, positionMs: 3_101 }],
    ['has moved back by more', inputAt(2_899), 3_000, { asOfMs: 3_000, positionMs: 2_899 }],
    ['is paused', inputAt(3_000, paused), 3_000, { asOfMs: 3_000, positionMs: 3_000, paused: true }],
    ['is paused a little earlier', inputAt(2_960, paused), 3_000, { asOfMs: 3_000, positionMs: 2_960, paused: true }],
    ['loops from now on', inputAt(3_000, { loop: true }), 3_000, { asOfMs: 2_000, loop: true }],
    ['stands for less than a second', inputAt(2_000), 2_999, { positionMs: 2_000 }],
  ])('%s', (_, last, atMs, expected) => {
    const { run, standing } = followed(last, atMs);
    expect(run).toMatchObject({ startedAtMs: 0, ...expected });
    expect(run?.aheadMs).toBe(expected.aheadMs);
    expect(standing).toBeUndefined();
  });

  it('stands once its picture has been the same for a second, and has ended with any other state', () => {
    const stuck = followed(inputAt(2_000), 3_000);
    expect([stuck.run, stuck.standing, stuck.isKnown]).toEqual([null, selection, true]);
    stuck.follow(on, inputAt(2_040), 3_100);
    expect([stuck.run?.clip.key, stuck.standing]).toEqual(['opener', undefined]);
    const ended = followed(inputAt(15_000, { state: 'Completed' }), 3_000);
    expect([ended.run, ended.standing, ended.onAir]).toEqual([null, undefined, undefined]);
  });

  it('is not known to run before its position has moved, and is paused at once', () => {
    const run = new MixRun();
    run.follow(on, inputAt(500), 1_000);
    expect([run.run, run.isKnown]).toEqual([null, false]);
    run.follow(on, inputAt(540), 1_040);
    expect([run.run?.startedAtMs, run.isKnown]).toEqual([500, true]);
    const pausedRun = new MixRun();
    pausedRun.follow(on, inputAt(500, paused), 1_000);
    expect([pausedRun.run?.paused, pausedRun.isKnown]).toEqual([true, true]);
  });
});
