// What a device will show once a command was executed, as far as that depends on the present state.
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { DeviceCommandName, DevicePorts, NamedCommand } from '../commands/intercepted-devices.js';
import type { SceneState } from '../ports/players.js';

/** What the expected effect of a command is read from. */
type ExpectedPorts = Pick<DevicePorts, 'players' | 'signalLines'>;

/** Returns the state of a scene; undefined while its player isn't connected. */
export const sceneOf = (
  { players }: Pick<DevicePorts, 'players'>,
  output: string,
  scene: string,
): SceneState | undefined => {
  const { connected, scenes } = players.state(output);
  return connected ? scenes.find(({ id }) => id === scene) : undefined;
};

/** Returns what a device will show, if neither the name nor the target of a command states it. */
type Expects = (ports: ExpectedPorts, target: readonly string[]) => DeviceCommand['target'] | null;

const expectations: Readonly<Partial<Record<DeviceCommandName, Expects>>> = {
  'players.take': (ports, [output = '', scene = '']) => {
    const cued = sceneOf(ports, output, scene)?.cued ?? null;
    return cued === null ? null : [cued.bank, cued.clip.key];
  },
  'signalLines.toggle': ({ signalLines }, [signal = '']) => {
    const value = signalLines.pendingValue(signal);
    return value === null ? null : [!value];
  },
};

const expectationsByName: ReadonlyMap<string, Expects> = new Map(Object.entries(expectations));

/** Returns the command with what its device will show, as far as it depends on the present state. */
export const withExpected = (ports: ExpectedPorts, { name, target }: NamedCommand): DeviceCommand => ({
  name,
  target,
  expected: expectationsByName.get(name)?.(ports, target.map(String)) ?? null,
});
