// What the as-run log shows of each command to a device.
import { expect, it } from 'vitest';
import { deviceOperation } from '../../../application/as-run/device-operation.js';
import type { Command } from '../../../domain/studio/command.js';

const onMain = { output: 'out-1', scene: 'full' };
const clip = { bank: 'news', clip: 'opener' };
const named = { bank: 'news', clip: { key: 'opener' } };
const signal = 'sig-1';

it.each<[Command, string, object]>([
  [{ do: 'play', ...onMain, clip: named }, 'clip.play', { ...onMain, ...clip }],
  [{ do: 'stop', output: 'out-1', scenes: ['a', 'b'] }, 'output.stop', { output: 'out-1', scenes: ['a', 'b'] }],
  [{ do: 'cue', ...onMain, clip: named }, 'clip.cue', { ...onMain, ...clip }],
  [{ do: 'take', ...onMain, expected: named }, 'output.take', { ...onMain, ...clip }],
  [{ do: 'take', ...onMain, expected: null }, 'output.take', onMain],
  [{ do: 'pause', ...onMain }, 'output.pause', onMain],
  [{ do: 'resume', ...onMain }, 'output.resume', onMain],
  [{ do: 'follow', output: 'out-1', player: 'backup' }, 'output.follow', { output: 'out-1', player: 'backup' }],
  [{ do: 'seek', ...onMain, ms: 1_500 }, 'output.seek', { ...onMain, ms: 1_500 }],
  [{ do: 'update', ...onMain }, 'graphic.update', onMain],
  [{ do: 'show', ...onMain, station: 'alpha' }, 'graphic.show', onMain],
  [{ do: 'hide', ...onMain }, 'graphic.hide', onMain],
  [{ do: 'switch', signal, on: true }, 'signal.on', { signal }],
  [{ do: 'switch', signal, on: false }, 'signal.off', { signal }],
  [{ do: 'toggle', signal, expected: false }, 'signal.toggle', { signal, on: false }],
  [{ do: 'toggle', signal, expected: null }, 'signal.toggle', { signal }],
  [{ do: 'pulse', signal, ms: 500 }, 'signal.pulse', { signal, ms: 500 }],
  [{ do: 'recall', camera: 'cam-1', angle: 'wide' }, 'camera.recall', { camera: 'cam-1', angle: 'wide' }],
])('@AS-RUN-1: %j is %s', (command, operation, parameters) => {
  expect(deviceOperation(command)).toEqual({ operation, parameters });
});

it.each<Command>([
  { do: 'run', macro: 'mac-1' },
  { do: 'end', macro: 'mac-1' },
  { do: 'transition', automation: 'auto-1', transition: 'start' },
])('%j reaches no device by itself', (command) => {
  expect(deviceOperation(command)).toBeUndefined();
});
