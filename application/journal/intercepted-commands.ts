// Intercepts the commands that an operation sends through the ports of the studio's devices and sequences.
import type { CommandPorts } from '../commands/command-ports.js';
import type { Graphics } from '../commands/graphics.js';
import {
  intercepted,
  interceptDevices,
  type DeviceCommandName,
  type DevicePorts,
  type Intercept,
  type SendMethod,
  type Targets,
} from '../commands/intercepted-devices.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';

/** The name of a command: its port and its method, such as `players.play`. */
export type CommandName = DeviceCommandName | SequenceCommandName;

type SequencePorts = Omit<CommandPorts, keyof DevicePorts>;

type SequenceCommandName = {
  [Port in keyof SequencePorts]: `${Port}.${Extract<SendMethod<SequencePorts[Port]>, string>}`;
}[keyof SequencePorts];

const ofGraphics: Targets<Graphics> = {
  show: ({ output, scene }, station) => [output, scene, station],
  hide: ({ output, scene }) => [output, scene],
};

const ofMacros: Targets<Macros> = { run: ({ id }) => [id], stop: ({ id }) => [id] };

const ofAutomations: Targets<Automations> = { transition: ({ id }, transition) => [id, transition] };

/** Returns the same ports, whose commands pass through `intercept`. */
export const interceptCommands = <Ports extends CommandPorts>(ports: Ports, intercept: Intercept): Ports => ({
  ...interceptDevices(ports, intercept),
  graphics: intercepted('graphics', ports.graphics, ofGraphics, intercept),
  macros: intercepted('macros', ports.macros, ofMacros, intercept),
  automations: intercepted('automations', ports.automations, ofAutomations, intercept),
});
