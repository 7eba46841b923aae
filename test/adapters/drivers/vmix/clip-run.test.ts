// Whether a clip is the same run as before a lost connection.
import { describe, expect, it } from 'vitest';
import { ClipRun } from '../../../../adapters/drivers/vmix/clip-run.js';
import { MovedPlayhead } from '../../../../adapters/drivers/vmix/playhead.js';
import type { InputState } from '../../../../adapters/drivers/vmix/state.js';

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener', durationMs: 60_000 } };
const on = { selection, input: { key: 'k', entry: undefined, isTimed: true } };

const inputAt = (positionMs: number): InputState => ({
  key: 'k',
  number: 1,
  type: 'Video',
  title: 'opener.mp4',
  shortTitle: '',
  state: 'Running',
  positionMs,
  durationMs: 60_000,
  loop: false,
  selectedIndex: 0,
  items: [],
});

/** A clip that began at 0 and was last seen at 20 s, before the connection was lost. */
const lostRun = (): ClipRun => {
  const run = new ClipRun();
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
    const run = new ClipRun();
    for (const atMs of [10_000, 20_000]) run.follow(on, inputAt(atMs), atMs);
    run.follow(on, inputAt(5_000), 20_500);
    expect(run.run).toMatchObject({ startedAtMs: 0, positionMs: 5_000 });
  });
});

it.each([
  [140, 1_000],
  [20, 1_080],
])('a clip of a command begins after that at the earliest: at %i ms after 100 ms', (positionMs, startedAtMs) => {
  const run = new ClipRun();
  run.restart(on, inputAt(positionMs), 1_000, 1_100);
  expect(run.run).toMatchObject({ startedAtMs, positionMs, asOfMs: 1_100 });
});

it.each([
  ['the end of its loop, a little early', 9_950, [10, 50, 90], [false, false, false]],
  ['the end of its loop, in time', 9_990, [20, 60, 100], [false, false, false]],
  ['a jump to its beginning', 5_000, [10, 50, 90], [false, true, true]],
])('a running clip that is started again is not confirmed by an earlier run: %s', (_, before, then, expected) => {
  const playhead = MovedPlayhead.started();
  playhead.sent(1_000);
  const at = (positionMs: number) => ({ ...inputAt(positionMs), loop: true, durationMs: 10_000 });
  expect(playhead.shows(at(before), 1_020)).toBe(false);
  expect(then.map((positionMs, index) => playhead.shows(at(positionMs), 1_060 + index * 40))).toEqual(expected);
});

it('a still is the same run for as long as it is on air', () => {
  const run = new ClipRun();
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
  const run = new ClipRun();
  const { durationMs: _, ...clip } = selection.clip;
  const chosen = { bank: 'news', clip: { ...clip, ...(own !== undefined && { durationMs: own }) } };
  for (const atMs of [10_000, 11_000]) run.follow({ ...on, selection: chosen }, { ...inputAt(atMs), durationMs }, atMs);
  expect(run.run?.durationMs).toBe(expected);
});
