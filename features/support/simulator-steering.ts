// Steering of a simulated studio, in the words of the driver.
import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type { InjectedFault as DeviceFault } from '../../simulator/fault.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { PlayerState } from '../../simulator/player.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { ScenarioDevice, ScenarioFault, Playing, StudioSteering } from './driver.js';

const faults = {
  none: null,
  lost: { type: 'lost' },
  refuses: { type: 'refused' },
  offline: { type: 'offline' },
  frozen: { type: 'frozen' },
  twice: { type: 'duplicate' },
  ineffective: { type: 'ineffective' },
  'broken driver': { type: 'broken' },
} as const satisfies Record<Exclude<ScenarioFault['kind'], 'late'>, DeviceFault | null>;

/** A fault as the simulator knows it. */
export const simulatorFault = (fault: ScenarioFault): DeviceFault | null =>
  fault.kind === 'late' ? { type: 'late', delayMs: fault.byMs } : faults[fault.kind];

const found = (
  { layout }: Pick<SimulatedStudio, 'layout'>,
  device: ScenarioDevice,
): { readonly id: string } | undefined => {
  if (device.kind === 'player') return layout.outputs.find(({ slot }) => slot === device.slot);
  if (device.kind === 'line') return layout.signals.find(({ identifier }) => identifier === device.signal);
  return layout.cameras.find(({ id }) => id === device.camera);
};

/** The id under which the simulator knows a device. */
export const deviceId = (studio: Pick<SimulatedStudio, 'layout'>, device: ScenarioDevice): string => {
  const one = found(studio, device);
  assert.ok(one, `the studio has ${JSON.stringify(device)}`);
  return one.id;
};

const actual = (studio: SimulatedStudio, device: ScenarioDevice): unknown =>
  studio.devices().find(({ id }) => id === deviceId(studio, device))?.actual;

/** What a scene of a player plays, its only one where none is named. */
export const playingIn = (scenes: PlayerState, scene: string | undefined): Playing => {
  const { run } = scenes.find(({ id }) => id === (scene ?? scenes[0]?.id)) ?? { run: null };
  return { clip: run?.clip.key ?? null, bank: run?.bank ?? null };
};

/** A command as one line. */
export const told = ({ device, command }: Pick<LoggedCommand, 'device' | 'command'>): string =>
  `${device} ${JSON.stringify(command)}`;

/** Steers a simulated studio of this process. */
export const steer = (studio: SimulatedStudio, clock: ManualClock): StudioSteering => ({
  advance: (ms) => clock.advance(ms),
  afflict: (device, fault) => {
    const given = studio.setFault(deviceId(studio, device), simulatorFault(fault));
    assert.ok(E.isRight(given), 'the fault was given');
  },
  commands: () => studio.commands().map(told),
  playing: (slot, scene) => playingIn(actual(studio, { kind: 'player', slot }) as PlayerState, scene),
  isOn: (signal) => (actual(studio, { kind: 'line', signal }) as { readonly on: boolean }).on,
});
