// Steering of a simulated studio, in the words of the driver.
import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type { Fault as DeviceFault } from '../../simulator/fault.js';
import type { PlayerState } from '../../simulator/player.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { Device, Fault, Steering } from './driver.js';

const faults = {
  none: null,
  lost: { type: 'lost' },
  refuses: { type: 'refused' },
  offline: { type: 'offline' },
  frozen: { type: 'frozen' },
  twice: { type: 'duplicate' },
} as const satisfies Record<Exclude<Fault['kind'], 'late'>, DeviceFault | null>;

/** A fault as the simulator knows it. */
export const simulatorFault = (fault: Fault): DeviceFault | null =>
  fault.kind === 'late' ? { type: 'late', delayMs: fault.byMs } : faults[fault.kind];

const found = ({ layout }: Pick<SimulatedStudio, 'layout'>, device: Device): { readonly id: string } | undefined => {
  if (device.kind === 'player') return layout.outputs.find(({ slot }) => slot === device.slot);
  if (device.kind === 'line') return layout.signals.find(({ identifier }) => identifier === device.signal);
  return layout.cameras.find(({ id }) => id === device.camera);
};

/** The id under which the simulator knows a device. */
export const deviceId = (studio: Pick<SimulatedStudio, 'layout'>, device: Device): string => {
  const one = found(studio, device);
  assert.ok(one, `the studio has ${JSON.stringify(device)}`);
  return one.id;
};

const actual = (studio: SimulatedStudio, device: Device): unknown =>
  studio.devices().find(({ id }) => id === deviceId(studio, device))?.actual;

const playing = (studio: SimulatedStudio, slot: string, scene: string | undefined) => {
  const scenes = actual(studio, { kind: 'player', slot }) as PlayerState;
  const { run } = scenes.find(({ id }) => id === (scene ?? scenes[0]?.id)) ?? { run: null };
  return { clip: run?.clip.key ?? null, bank: run?.bank ?? null };
};

/** Steers a simulated studio of this process. */
export const steer = (studio: SimulatedStudio, clock: ManualClock): Steering => ({
  advance: (ms) => clock.advance(ms),
  afflict: (device, fault) => {
    const given = studio.setFault(deviceId(studio, device), simulatorFault(fault));
    assert.ok(E.isRight(given), 'the fault was given');
  },
  commands: () => studio.commands().map(({ device, command }) => `${device} ${JSON.stringify(command)}`),
  playing: (slot, scene) => playing(studio, slot, scene),
  isOn: (signal) => (actual(studio, { kind: 'line', signal }) as { readonly on: boolean }).on,
});
