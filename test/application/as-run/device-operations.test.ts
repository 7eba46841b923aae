// What the as-run log shows of each command to a device.
import { expect, it } from 'vitest';
import { deviceOperation } from '../../../application/as-run/device-operations.js';
import { pulseEndsIn, tallySwitchesIn, updatesIn } from '../../../application/as-run/own-commands.js';
import type { CommandSource } from '../../../application/as-run/as-run.js';
import type { DeviceCommand } from '../../../domain/journal-entry.js';
import { commandTo } from '../../support/commands.js';
import { acknowledgedAtOnce } from '../../../application/ports/commands.js';

const onMain = { output: 'out-1', scene: 'full' };
const clip = { bank: 'news', clip: 'opener' };

it.each<[string, DeviceCommand['target'], DeviceCommand['expected'], string, object]>([
  ['players.play', ['out-1', 'full', 'news', 'opener'], null, 'clip.play', { ...onMain, ...clip }],
  ['players.stop', ['out-1', 'full', 'left'], null, 'output.stop', { output: 'out-1', scenes: ['full', 'left'] }],
  ['players.cue', ['out-1', 'full', 'news', 'opener'], null, 'clip.cue', { ...onMain, ...clip }],
  ['players.take', ['out-1', 'full'], ['news', 'opener'], 'output.take', { ...onMain, ...clip }],
  ['players.pause', ['out-1', 'full'], null, 'output.pause', onMain],
  ['players.resume', ['out-1', 'full'], null, 'output.resume', onMain],
  ['players.seek', ['out-1', 'full', 1_500], null, 'output.seek', { ...onMain, ms: 1_500 }],
  ['players.updateGraphic', ['out-1', 'full'], null, 'graphic.update', onMain],
  ['graphics.show', ['out-1', 'full'], null, 'graphic.show', onMain],
  ['graphics.hide', ['out-1', 'full'], null, 'graphic.hide', onMain],
  ['signalLines.switch', ['sig-1', true], null, 'signal.on', { signal: 'sig-1' }],
  ['signalLines.switch', ['sig-1', false], null, 'signal.off', { signal: 'sig-1' }],
  ['signalLines.toggle', ['sig-1'], [false], 'signal.toggle', { signal: 'sig-1', on: false }],
  ['signalLines.pulse', ['sig-1', 500], null, 'signal.pulse', { signal: 'sig-1', ms: 500 }],
  ['cameras.recall', ['cam-1', 'wide'], null, 'camera.recall', { camera: 'cam-1', angle: 'wide' }],
])('@AS-RUN-1: %s of %j with the effect %j is %s', (name, target, expected, operation, parameters) => {
  expect(deviceOperation({ name, target, expected })).toEqual({ operation, parameters });
});

it.each(['players.showGraphic', 'players.hideGraphic', 'macros.run', 'constructor'])(
  '%s is no operation of its own',
  (name) => {
    expect(deviceOperation({ name, target: ['out-1', 'full'], expected: null })).toBeUndefined();
  },
);

it('@AS-RUN-2: what the service sends by itself names what sent it, and the station of a graphic', () => {
  const recorded: (readonly [CommandSource, DeviceCommand])[] = [];
  const record = {
    record: (...[source, command, send]: [CommandSource, DeviceCommand, () => typeof acknowledgedAtOnce]) => {
      recorded.push([source, command]);
      return send();
    },
  };
  const send = () => acknowledgedAtOnce;
  pulseEndsIn(record)('sig-1', send);
  tallySwitchesIn(record, { send })(commandTo.switch('sig-2', true));
  updatesIn(record)({ ...onMain, station: 'alpha' }, send);
  expect(recorded.map(([{ caller, station }, { name, target }]) => [caller, station, name, ...target])).toEqual([
    ['pulse:sig-1', null, 'signalLines.switch', 'sig-1', false],
    ['tally:sig-2', null, 'signalLines.switch', 'sig-2', true],
    ['graphic:out-1', 'alpha', 'players.updateGraphic', 'out-1', 'full'],
  ]);
});
