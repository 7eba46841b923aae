// What reports of an input of vMix show of the effect of a command.
import { describe, expect, it } from 'vitest';
import type { MixReport } from '../../../../adapters/drivers/vmix/mix-report.js';
import { MovedPlayhead } from '../../../../adapters/drivers/shared/scenes/playhead.js';
import * as commands from '../../../../adapters/drivers/vmix/scene-command.js';
import type { VmixInput } from '../../../../adapters/drivers/vmix/state.js';

const input = (positionMs: number, changes: Partial<VmixInput> = {}): VmixInput => ({
  ...{ key: 'k', number: 1, type: 'Video', title: 'opener.mp4', shortTitle: '', state: 'Running' },
  ...{ positionMs, durationMs: 15_000, loop: false, selectedIndex: 0, items: [] },
  ...changes,
});

const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };
const timed = { selection, input: { key: 'k', entry: undefined, isTimed: true } };
const still = { selection, input: { key: 'k', entry: undefined, isTimed: false } };

const sentAtMs = 60_000;

describe('a seek, a second after it was sent', () => {
  const shows = (soughtMs: number, report: VmixInput): boolean => {
    const playhead = MovedPlayhead.sought(soughtMs);
    playhead.sent(sentAtMs);
    return playhead.shows(report, sentAtMs + 1_000);
  };

  it.each<readonly [boolean, number, Partial<VmixInput>]>([
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

it.each<readonly [boolean, string, readonly VmixInput[]]>([
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

it.each([
  ['the end of its loop, a little early', 9_950, [10, 50, 90], [false, false, false]],
  ['the end of its loop, in time', 9_990, [20, 60, 100], [false, false, false]],
  ['a jump to its beginning', 5_000, [10, 50, 90], [false, true, true]],
])('a running clip that is started again is not confirmed by an earlier run: %s', (_, before, then, expected) => {
  const playhead = MovedPlayhead.started();
  playhead.sent(1_000);
  const at = (positionMs: number) => input(positionMs, { loop: true, durationMs: 10_000 });
  expect(playhead.shows(at(before), 1_020)).toBe(false);
  expect(then.map((positionMs, index) => playhead.shows(at(positionMs), 1_060 + index * 40))).toEqual(expected);
});

const report = (changes: Partial<MixReport>): MixReport => ({
  ...{ active: undefined, preview: undefined, atMs: sentAtMs, isIdle: false, hasClip: false, isOnAir: () => false },
  ...changes,
});

const paused = { state: 'Paused' };
const onAir = { isOnAir: (key: string) => key === 'k' };

it.each<readonly [string, boolean, Partial<MixReport>, commands.MixCommand]>([
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
