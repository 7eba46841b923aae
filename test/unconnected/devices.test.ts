// Devices without a driver: every command to them fails and names them, and nothing is known of them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import type { SendResult } from '../../application/ports/commands.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { commandTo } from '../support/commands.js';

const current = currentLayout(demoStudio);
const { players, signalLines, cameras } = unconnectedDrivers(current);
const selection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };

const commands: Readonly<Record<string, readonly [string, () => SendResult]>> = {
  play: ['player of the output "out-1"', () => players.send(commandTo.play('out-1', 'full', selection))],
  stop: ['player of the output "out-1"', () => players.send(commandTo.stop('out-1', ['full']))],
  cue: ['player of the output "out-1"', () => players.send(commandTo.cue('out-1', 'full', selection))],
  take: ['player of the output "out-1"', () => players.send(commandTo.take('out-1', 'full'))],
  pause: ['player of the output "out-1"', () => players.send(commandTo.pause('out-1', 'full'))],
  resume: ['player of the output "out-1"', () => players.send(commandTo.resume('out-1', 'full'))],
  seek: ['player of the output "out-1"', () => players.send(commandTo.seek('out-1', 'full', 5))],
  showGraphic: ['player of the output "out-1"', () => players.send(commandTo.show('out-1', 'full', {}))],
  updateGraphic: ['player of the output "out-1"', () => players.send(commandTo.update('out-1', 'full', {}))],
  hideGraphic: ['player of the output "out-1"', () => players.send(commandTo.hide('out-1', 'full'))],
  switch: ['line of the signal "sig-1"', () => signalLines.send(commandTo.switch('sig-1', true))],
  recall: ['camera "cam-1"', () => cameras.send(commandTo.recall('cam-1', 'wide'))],
};

describe('without a driver', () => {
  it.each(Object.entries(commands))('%s fails, and names the device', (_, [device, send]) => {
    expect(send()).toEqual(E.left({ code: 'device_unavailable', message: `no driver is connected to the ${device}` }));
  });

  it('nothing is connected, and nothing is known', () => {
    expect([signalLines.value('sig-1'), signalLines.connected('sig-1'), signalLines.hasDriver('sig-1')]).toEqual([
      ...[null, false, false],
    ]);
    expect([cameras.angle('cam-1'), cameras.connected('cam-1'), cameras.hasDriver('cam-1')]).toEqual([
      ...[null, false, false],
    ]);
    expect([players.stateSource('out-1'), players.hasDriver('out-1')]).toEqual([null, false]);
  });

  it('the scenes of an output are idle, as the studio file has them now', () => {
    const idle = (id: string) => ({ id, run: null, cued: null, graphicShown: false });
    expect(players.state('out-2')).toEqual({ connected: false, scenes: ['left', 'right'].map(idle) });
    const [, second, ...others] = demoStudio.outputs;
    if (second === undefined) throw new Error('the demo studio has no second output');
    current.replace({ ...demoStudio, outputs: [{ ...second, scenes: ['middle'] }, ...others] });
    expect(players.state('out-2').scenes).toEqual([idle('middle')]);
    expect(players.state('out-0')).toEqual({ connected: false, scenes: [] });
    expect(players.state('out-9')).toEqual({ connected: false, scenes: [] });
  });
});
