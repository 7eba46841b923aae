// Intercepts the commands that an operation sends through the ports of the studio's devices and sequences.
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { CommandPorts } from '../commands/command-ports.js';
import type { Graphics } from '../commands/graphics.js';
import type { PulsedSignalLines } from '../commands/pulses.js';
import type { Cameras } from '../ports/cameras.js';
import type { SendResult } from '../ports/commands.js';
import type { Players } from '../ports/players.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';

/** A command without what the device will show. */
export type NamedCommand = Pick<DeviceCommand, 'name' | 'target'>;

/** Called in place of each command; `send` sends it. */
export type Intercept = (command: NamedCommand, send: () => SendResult) => SendResult;

type Send = (...args: never[]) => SendResult;

type TargetOf = (...args: never[]) => DeviceCommand['target'];

/** The methods of a port that send commands. */
type SendMethod<Port> = { [Method in keyof Port]: Port[Method] extends Send ? Method : never }[keyof Port];

/** The name of a command: its port and its method, such as `players.play`. */
export type CommandName = {
  [Port in keyof CommandPorts]: `${Port}.${Extract<SendMethod<CommandPorts[Port]>, string>}`;
}[keyof CommandPorts];

/** What distinguishes the commands of a port. Lacks no method that sends one. */
type Targets<Port> = {
  readonly [Method in SendMethod<Port>]: (...args: Parameters<Extract<Port[Method], Send>>) => DeviceCommand['target'];
};

const onScene = (output: string, scene: string): DeviceCommand['target'] => [output, scene];

const ofPlayers: Targets<Players> = {
  play: (output, scene, { bank, clip }) => [output, scene, bank, clip.key],
  stop: (output, scenes) => [output, ...scenes],
  cue: (output, scene, { bank, clip }) => [output, scene, bank, clip.key],
  take: onScene,
  pause: onScene,
  resume: onScene,
  seek: (output, scene, positionMs) => [output, scene, positionMs],
  showGraphic: onScene,
  updateGraphic: onScene,
  hideGraphic: onScene,
};

const ofGraphics: Targets<Graphics> = {
  show: ({ output, scene }, station) => [output, scene, station],
  hide: ({ output, scene }) => [output, scene],
};

const ofSignalLines: Targets<PulsedSignalLines> = {
  switch: (signal, on) => [signal, on],
  toggle: (signal) => [signal],
  pulse: (signal, ms) => [signal, ms],
};

const ofCameras: Targets<Cameras> = { recall: (camera, angle) => [camera, angle] };

const ofMacros: Targets<Macros> = { run: ({ id }) => [id], stop: ({ id }) => [id] };

const ofAutomations: Targets<Automations> = { transition: ({ id }, transition) => [id, transition] };

/** Returns the port, whose commands pass through `intercept`. */
const intercepted = <Port extends object>(
  kind: keyof CommandPorts,
  port: Port,
  targets: Targets<Port>,
  intercept: Intercept,
): Port => {
  const sends = port as Readonly<Record<string, Send>>;
  const throughIntercept =
    (name: string, send: Send, targetOf: TargetOf): Send =>
    (...args) =>
      intercept({ name, target: targetOf(...args) }, () => send(...args));
  const methods = Object.entries(targets as Readonly<Record<string, TargetOf>>).flatMap(([method, targetOf]) => {
    const send = sends[method];
    return send === undefined ? [] : [[method, throughIntercept(`${kind}.${method}`, send, targetOf)] as const];
  });
  return { ...port, ...Object.fromEntries(methods) };
};

/** Returns the same ports, whose commands pass through `intercept`. */
export const interceptCommands = <Ports extends CommandPorts>(ports: Ports, intercept: Intercept): Ports => ({
  ...ports,
  players: intercepted('players', ports.players, ofPlayers, intercept),
  graphics: intercepted('graphics', ports.graphics, ofGraphics, intercept),
  signalLines: intercepted('signalLines', ports.signalLines, ofSignalLines, intercept),
  cameras: intercepted('cameras', ports.cameras, ofCameras, intercept),
  macros: intercepted('macros', ports.macros, ofMacros, intercept),
  automations: intercepted('automations', ports.automations, ofAutomations, intercept),
});
