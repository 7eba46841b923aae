// What devices and sequences show of commands.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../domain/studio/command.js';
import { isShown, withExpected, type ShownScene, type ShownStudio } from '../../../domain/studio/command-effect.js';

const clip = (key: string, bank = 'news') => ({ bank, clip: { key } });
const idle: ShownScene = { run: null, cued: null, graphicShown: false };
const running = (key: string, paused = false): ShownScene => ({ ...idle, run: { ...clip(key), paused } });

/** A studio that shows nothing, and whose player isn't connected. */
const nothing: ShownStudio = {
  scene: () => undefined,
  playersAgree: () => false,
  signal: () => null,
  nextValue: () => null,
  angle: () => null,
  isMacroRunning: () => undefined,
  automation: () => undefined,
};
const scenes = (...shown: readonly ShownScene[]): ShownStudio => ({
  ...nothing,
  scene: (_output, scene) => shown[['left', 'right'].indexOf(scene)],
});
const value = (on: boolean | null): ShownStudio => ({ ...nothing, signal: () => on, nextValue: () => on });
const macroRunning = (isMacroRunning: boolean): ShownStudio => ({ ...nothing, isMacroRunning: () => isMacroRunning });
const automation = (state: 'running' | 'paused' | 'stopped'): ShownStudio => ({ ...nothing, automation: () => state });

const left = { output: 'out-1', scene: 'left' };
const play: Command = { do: 'play', ...left, clip: clip('a') };
const cue: Command = { do: 'cue', ...left, clip: clip('a') };
const stopBoth: Command = { do: 'stop', output: 'out-1', scenes: ['left', 'right'] };
const on: Command = { do: 'switch', signal: 'sig-1', on: true };
const toggle: Command = { do: 'toggle', signal: 'sig-1' };
const recall: Command = { do: 'recall', camera: 'cam-1', angle: 'wide' };
const change = (transition: 'start' | 'resume' | 'pause' | 'stop'): Command => ({
  ...{ do: 'transition', automation: 'auto-1', transition },
});

describe('@CRASH-2: the effect of a command', () => {
  it.each<readonly [string, Command, ShownStudio, boolean]>([
    ['a clip', play, scenes(running('a')), true],
    ['another clip', play, scenes(running('b')), false],
    ['a clip of another bank', { ...play, clip: clip('a', 'music') }, scenes(running('a')), false],
    ['a clip on a lost player', play, nothing, false],
    ['one stopped scene of two', stopBoth, scenes(idle, running('a')), false],
    ['all stopped scenes', stopBoth, scenes(idle, idle), true],
    ['a stopped scene of a lost player', stopBoth, nothing, false],
    ['a cued clip', cue, scenes({ ...idle, cued: clip('a') }), true],
    ['no cued clip', cue, scenes(running('a')), false],
    ['a taken clip', { do: 'take', ...left, expected: clip('a') }, scenes(running('a')), true],
    ['a take of nothing', { do: 'take', ...left, expected: null }, scenes(running('a')), false],
    ['a take of what is unknown', { do: 'take', ...left }, scenes(running('a')), false],
    ['a pause', { do: 'pause', ...left }, scenes(running('a', true)), true],
    ['no pause', { do: 'pause', ...left }, scenes(running('a')), false],
    ['a resumption', { do: 'resume', ...left }, scenes(running('a')), true],
    ['a resumption of nothing', { do: 'resume', ...left }, scenes(idle), false],
    ['a seek', { do: 'seek', ...left, ms: 5 }, scenes(running('a')), false],
    ['a graphic', { do: 'show', ...left, station: null }, scenes({ ...idle, graphicShown: true }), true],
    ['a graphic of a lost player', { do: 'show', ...left, station: null }, nothing, false],
    ['a player that follows', { do: 'follow', output: 'out-1', player: 'backup' }, nothing, false],
    [
      'a player that shows the same',
      { do: 'follow', output: 'out-1', player: 'backup' },
      { ...nothing, playersAgree: () => true },
      true,
    ],
    ['a hidden graphic', { do: 'hide', ...left }, scenes(idle), true],
    ['new texts', { do: 'update', ...left }, scenes({ ...idle, graphicShown: true }), false],
    ['a signal', on, value(true), true],
    ['another value of a signal', on, value(false), false],
    ['a signal whose value is unknown', on, value(null), false],
    ['a toggled signal', { ...toggle, expected: true }, value(true), true],
    ['a signal that is not toggled', { ...toggle, expected: false }, value(true), false],
    ['a toggle from what was unknown', { ...toggle, expected: null }, value(null), false],
    ['a toggle of which nothing is expected', toggle, value(true), false],
    ['a pulse', { do: 'pulse', signal: 'sig-1', ms: 500 }, value(true), true],
    ['an angle', recall, { ...nothing, angle: () => 'wide' }, true],
    ['another angle', recall, { ...nothing, angle: () => 'close' }, false],
    ['a macro', { do: 'run', macro: 'mac-1' }, macroRunning(true), true],
    ['a macro that is gone', { do: 'run', macro: 'mac-1' }, nothing, false],
    ['a stopped macro', { do: 'end', macro: 'mac-1' }, macroRunning(false), true],
    ['a macro that is not stopped', { do: 'end', macro: 'mac-1' }, macroRunning(true), false],
    ['a started automation', change('start'), automation('running'), true],
    ['a resumed automation', change('resume'), automation('running'), true],
    ['a paused automation', change('pause'), automation('paused'), true],
    ['a stopped automation', change('stop'), automation('stopped'), true],
    ['an automation that is gone', change('stop'), nothing, false],
  ])('is judged: %s', (_what, sent, shown, expected) => {
    expect(isShown(sent, shown)).toBe(expected);
  });

  it.each<readonly [string, Command, ShownStudio, Command]>([
    ['of a toggle, the other value', toggle, value(true), { ...toggle, expected: false }],
    ['of a toggle from an unknown value, unknown', toggle, value(null), { ...toggle, expected: null }],
    [
      'of a take, the cued clip',
      { do: 'take', ...left },
      scenes({ ...idle, cued: clip('a') }),
      { do: 'take', ...left, expected: clip('a') },
    ],
    ['of a take on a lost player, unknown', { do: 'take', ...left }, nothing, { do: 'take', ...left, expected: null }],
    ['of others, what they name', play, scenes(idle), play],
  ])('is expected from the present state where the command does not name it: %s', (_what, sent, shown, expected) => {
    expect(withExpected(sent, shown)).toEqual(expected);
  });
});
