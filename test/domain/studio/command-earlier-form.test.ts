// Commands in journals of earlier versions.
import { describe, expect, it } from 'vitest';
import { Command } from '../../../domain/studio/command.js';
import { earlierForm } from '../../../domain/studio/command-earlier-form.js';

const left = { output: 'out-1', scene: 'left' };
const clip = { bank: 'news', clip: { key: 'a' } };

describe('a command of an earlier version', () => {
  it.each<readonly [string, readonly unknown[], readonly unknown[] | null, Command]>([
    ['players.play', ['out-1', 'left', 'news', 'a'], null, { do: 'play', ...left, clip }],
    ['players.cue', ['out-1', 'left', 'news', 'a'], null, { do: 'cue', ...left, clip }],
    ['players.take', ['out-1', 'left'], ['news', 'a'], { do: 'take', ...left, expected: clip }],
    ['players.take', ['out-1', 'left'], null, { do: 'take', ...left, expected: null }],
    ['players.pause', ['out-1', 'left'], null, { do: 'pause', ...left }],
    ['players.resume', ['out-1', 'left'], null, { do: 'resume', ...left }],
    ['players.seek', ['out-1', 'left', 5], null, { do: 'seek', ...left, ms: 5 }],
    ['players.stop', ['out-1', 'left', 'right'], null, { do: 'stop', output: 'out-1', scenes: ['left', 'right'] }],
    ['graphics.show', ['out-1', 'left', null], null, { do: 'show', ...left, station: null }],
    ['graphics.hide', ['out-1', 'left'], null, { do: 'hide', ...left }],
    ['signalLines.switch', ['sig-1', false], null, { do: 'switch', signal: 'sig-1', on: false }],
    ['signalLines.toggle', ['sig-1'], [false], { do: 'toggle', signal: 'sig-1', expected: false }],
    ['signalLines.toggle', ['sig-1'], null, { do: 'toggle', signal: 'sig-1', expected: null }],
    ['signalLines.pulse', ['sig-1', 500], null, { do: 'pulse', signal: 'sig-1', ms: 500 }],
    ['cameras.recall', ['cam-1', 'wide'], null, { do: 'recall', camera: 'cam-1', angle: 'wide' }],
    ['macros.run', ['mac-1'], null, { do: 'run', macro: 'mac-1' }],
    ['macros.stop', ['mac-1'], null, { do: 'end', macro: 'mac-1' }],
    [
      'automations.transition',
      ['auto-1', 'stop'],
      null,
      { do: 'transition', automation: 'auto-1', transition: 'stop' },
    ],
  ])('is read: %s %j, expecting %j', (name, target, expected, command) => {
    const read = earlierForm({ name, target, expected });
    expect(read).toEqual(command);
    expect(Command.is(read)).toBe(true);
  });

  it.each([
    ['without its arguments', { name: 'players.play', target: [], expected: null }],
    ['with another name', { name: 'lights.dim', target: ['x'], expected: null }],
    ['in the present form', { do: 'pause', ...left }],
  ])('is none %s', (_what, stored) => {
    expect(Command.is(earlierForm(stored))).toBe(false);
  });
});
