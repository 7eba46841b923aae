// What reports of an input of vMix show: the effect of a command, and where its clip is.
import { describe, expect, it } from 'vitest';
import { ClipRun } from '../../../../adapters/drivers/vmix/clip-run.js';
import type { MixReport } from '../../../../adapters/drivers/vmix/mix-report.js';
import { MovedPlayhead } from '../../../../adapters/drivers/vmix/playhead.js';
import * as commands from '../../../../adapters/drivers/vmix/scene-command.js';
import type { SceneRun } from '../../../../application/ports/players.js';
import type { InputState } from '../../../../adapters/drivers/vmix/state.js';

const input = (positionMs: number, changes: Partial<InputState> = {}): InputState => ({
  ...{ key: 'k', number: 1, type: 'Video', title: 'opener.mp4', shortTitle: '', state: 'Running' },
  ...{ positionMs, durationMs: 15_000, loop: false, selectedIndex: 0, items: [] },
  ...changes,
});

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };
const timed = { selection, input: { key: 'k', entry: undefined, isTimed: true } };
const still = { selection, input: { key: 'k', entry: undefined, isTimed: false } };

const sentAtMs = 60_000;

describe('a seek, a second after it was sent', () => {
  const shows = (soughtMs: number, report: InputState): boolean => {
    const playhead = MovedPlayhead.sought(soughtMs);
    playhead.sent(sentAtMs);
    return playhead.shows(report, sentAtMs + 1_000);
  };

  it.each<readonly [boolean, number, Partial<InputState>]>([
    [true, 9_880, {}],
    [false, 9_879, {}],
    [true, 11_120, {}],
    [false, 11_121, {}],
    [true, 9_880, { state: 'Paused' }],
    [true, 10_120, { state: 'Paused' }],
    [false, 10_121, { state: 'Paused' }],
  ])('to 10 s is shown (%s) at %i ms: %o', (isShown, positionMs, changes) => {
    expect(shows(10_000, input(positionMs, changes))).toBe(isShown);
  });

  it('near the end of a loop is shown by its beginning', () => {
    expect([true, false].map((loop) => shows(14_800, input(300, { loop })))).toEqual([true, false]);
  });

  it('is not shown before it was sent', () => {
    expect(MovedPlayhead.sought(10_000).shows(input(10_000), sentAtMs)).toBe(false);
  });
});

it.each<readonly [boolean, string, readonly InputState[]]>([
  [false, 'one report', [input(100)]],
  [true, 'a playhead that advances', [input(100), input(140)]],
  [false, 'one that stands', [input(100), input(100)]],
  [true, 'one that is as far as it can be', [input(1_050), input(1_090)]],
  [false, 'one that is farther', [input(1_051), input(1_091)]],
  [false, 'a paused input', [input(0, { state: 'Paused' }), input(40, { state: 'Paused' })]],
])('a start, a second after it was sent, is shown (%s) by %s', (isShown, _, reports) => {
  const playhead = MovedPlayhead.started();
  playhead.sent(sentAtMs);
  const shown = reports.map((report, index) => playhead.shows(report, sentAtMs + 1_000 + index * 40));
  expect(shown.at(-1)).toBe(isShown);
});

const report = (changes: Partial<MixReport>): MixReport => ({
  ...{ active: undefined, preview: undefined, atMs: sentAtMs, isIdle: false, hasClip: false, isOnAir: () => false },
  ...changes,
});

const paused = { state: 'Paused' };
const onAir = { isOnAir: (key: string) => key === 'k' };

it.each<readonly [string, boolean, Partial<MixReport>, commands.SceneCommand]>([
  ['cue', true, { preview: input(0, paused) }, commands.cueCommand(timed)],
  ['cue', true, { preview: input(50, paused) }, commands.cueCommand(timed)],
  ['cue', false, { preview: input(51, paused) }, commands.cueCommand(timed)],
  ['cue', false, { preview: input(0) }, commands.cueCommand(timed)],
  ['cue', true, { preview: input(5_000), ...onAir }, commands.cueCommand(timed)],
  ['cue', false, { preview: input(0, { ...paused, key: 'other' }) }, commands.cueCommand(timed)],
  ['cue', false, { active: input(0, paused) }, commands.cueCommand(timed)],
  ['cue of a still', true, { preview: input(0) }, commands.cueCommand(still)],
  ['pause', true, { active: input(700, paused) }, commands.pauseCommand('pause', timed)],
  ['pause', false, { active: input(700) }, commands.pauseCommand('pause', timed)],
  ['pause', false, { active: input(700, { state: 'Completed' }) }, commands.pauseCommand('pause', timed)],
  ['pause', false, { preview: input(700, paused) }, commands.pauseCommand('pause', timed)],
  ['pause', false, { active: input(700, { ...paused, key: 'other' }) }, commands.pauseCommand('pause', timed)],
  ['resume', true, { active: input(700) }, commands.pauseCommand('resume', timed)],
  ['resume', false, { active: input(700, paused) }, commands.pauseCommand('resume', timed)],
  ['resume', false, { active: input(700, { state: 'Completed' }) }, commands.pauseCommand('resume', timed)],
  ['stop', true, { active: input(0) }, commands.stopCommand],
  ['stop', false, { active: input(0), hasClip: true }, commands.stopCommand],
  ['repeated take', true, { active: input(700) }, commands.repeatedTake(timed)],
  ['repeated take', false, { preview: input(700) }, commands.repeatedTake(timed)],
  ['play of a still', true, { active: input(0) }, commands.startCommand('play', still)],
  ['play of a still', false, { preview: input(0) }, commands.startCommand('play', still)],
])('a %s is confirmed (%s) by %o', (_, isDone, shown, command) => {
  expect(command.isDone(report(shown))).toBe(isDone);
});

it.each<readonly [boolean, Partial<MixReport>]>([
  [true, { preview: input(0, paused) }],
  [true, { preview: input(50, paused) }],
  [false, { preview: input(51, paused) }],
  [false, { preview: input(0) }],
  [false, { preview: input(0, { state: 'Completed' }) }],
  [false, { preview: input(0, paused), ...onAir }],
  [false, { active: input(0, paused) }],
])('a preview that no command has brought is cued (%s): %o', (isReady, shown) => {
  expect(commands.isReady(report(shown))).toBe(isReady);
});

describe('a clip that runs', () => {
  /** Follows a clip that began at 0 by reports at 1 s and 2 s, and by another one. */
  const followed = (last: InputState, atMs: number): ClipRun => {
    const run = new ClipRun();
    for (const ms of [1_000, 2_000]) run.follow(timed, input(ms), ms);
    run.follow(timed, last, atMs);
    return run;
  };

  it.each<readonly [string, InputState, number, Partial<SceneRun>]>([
    ['is where it should be', input(3_000), 3_000, { asOfMs: 2_000, positionMs: 2_000, paused: false }],
    ['is ahead by 100 ms', input(3_100), 3_000, { asOfMs: 2_000, aheadMs: 100 }],
    ['is behind by 100 ms', input(2_900), 3_000, { asOfMs: 2_000, aheadMs: -100 }],
    ['has moved on by more', input(3_101), 3_000, { asOfMs: 3_000, positionMs: 3_101 }],
    ['has moved back by more', input(2_899), 3_000, { asOfMs: 3_000, positionMs: 2_899 }],
    ['is paused', input(3_000, paused), 3_000, { asOfMs: 3_000, positionMs: 3_000, paused: true }],
    ['is paused a little earlier', input(2_960, paused), 3_000, { asOfMs: 3_000, positionMs: 2_960, paused: true }],
    ['loops from now on', input(3_000, { loop: true }), 3_000, { asOfMs: 2_000, loop: true }],
    ['stands for less than a second', input(2_000), 2_999, { positionMs: 2_000 }],
  ])('%s', (_, last, atMs, expected) => {
    const { run, standing } = followed(last, atMs);
    expect(run).toMatchObject({ startedAtMs: 0, ...expected });
    expect(run?.aheadMs).toBe(expected.aheadMs);
    expect(standing).toBeUndefined();
  });

  it('stands once its picture has been the same for a second, and has ended with any other state', () => {
    const stuck = followed(input(2_000), 3_000);
    expect([stuck.run, stuck.standing, stuck.isKnown]).toEqual([null, selection, true]);
    stuck.follow(timed, input(2_040), 3_100);
    expect([stuck.run?.clip.key, stuck.standing]).toEqual(['opener', undefined]);
    const ended = followed(input(15_000, { state: 'Completed' }), 3_000);
    expect([ended.run, ended.standing, ended.onAir]).toEqual([null, undefined, undefined]);
  });

  it('is not known to run before its position has moved, and is paused at once', () => {
    const run = new ClipRun();
    run.follow(timed, input(500), 1_000);
    expect([run.run, run.isKnown]).toEqual([null, false]);
    run.follow(timed, input(540), 1_040);
    expect([run.run?.startedAtMs, run.isKnown]).toEqual([500, true]);
    const pausedRun = new ClipRun();
    pausedRun.follow(timed, input(500, paused), 1_000);
    expect([pausedRun.run?.paused, pausedRun.isKnown]).toEqual([true, true]);
  });
});
