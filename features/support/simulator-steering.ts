// Steers a simulated studio in this process.
import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type { InjectedFault as DeviceFault } from '../../simulator/fault.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { PlayerState } from '../../simulator/player.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { playerDefinitions } from '../../domain/studio/output.js';
import type { ScenarioDevice, ScenarioFault, PlayingClip, ShownGraphic, StudioSteering } from './driver.js';

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

/** Returns the simulator's form of a fault; null to clear it. */
export const simulatorFault = (fault: ScenarioFault): DeviceFault | null =>
  fault.kind === 'late' ? { type: 'late', delayMs: fault.byMs } : faults[fault.kind];

const definitionOf = (
  { layout }: Pick<SimulatedStudio, 'layout'>,
  device: ScenarioDevice,
): { readonly id: string } | undefined => {
  if (device.kind === 'player') return playerDefinitions(layout.outputs).find(({ slot }) => slot === device.slot);
  if (device.kind === 'line') return layout.signals.find(({ identifier }) => identifier === device.signal);
  return layout.cameras.find(({ id }) => id === device.camera);
};

/** Returns a device's id in the simulator; throws if the studio has no such device. */
export const deviceId = (studio: Pick<SimulatedStudio, 'layout'>, device: ScenarioDevice): string => {
  const definition = definitionOf(studio, device);
  assert.ok(definition, `unknown device: ${JSON.stringify(device)}`);
  return definition.id;
};

const actual = (studio: SimulatedStudio, device: ScenarioDevice): unknown =>
  studio.devices().find(({ id }) => id === deviceId(studio, device))?.actual;

/** Returns what a scene of a player plays; `scene` defaults to the first. */
export const playingIn = (scenes: PlayerState, scene: string | undefined): PlayingClip => {
  const { run } = scenes.find(({ id }) => id === (scene ?? scenes[0]?.id)) ?? { run: null };
  return { clip: run?.clip.key ?? null, bank: run?.bank ?? null };
};

/** Returns the graphic that a scene of a player shows; `scene` defaults to the first. */
export const graphicIn = (scenes: PlayerState, scene: string | undefined): ShownGraphic | null => {
  const { graphic } = scenes.find(({ id }) => id === (scene ?? scenes[0]?.id)) ?? { graphic: null };
  return graphic && { template: graphic.template, texts: graphic.texts };
};

/** Formats a command as one line of the command log. */
export const commandText = ({ device, command }: Pick<LoggedCommand, 'device' | 'command'>): string =>
  `${device} ${JSON.stringify(command)}`;

/** Steers a simulated studio of this process. */
export const steerInProcess = (studio: SimulatedStudio, clock: ManualClock): StudioSteering => ({
  clock: 'manual',
  advance: (ms) => clock.advance(ms),
  injectFault: (device, fault) => {
    const injected = studio.setFault(deviceId(studio, device), simulatorFault(fault));
    assert.ok(E.isRight(injected), 'the simulator rejected the fault');
  },
  commands: () => studio.commands().map(commandText),
  playing: (slot, scene) => playingIn(actual(studio, { kind: 'player', slot }) as PlayerState, scene),
  graphic: (slot, scene) => graphicIn(actual(studio, { kind: 'player', slot }) as PlayerState, scene),
  isOn: (signal) => (actual(studio, { kind: 'line', signal }) as { readonly on: boolean }).on,
});
