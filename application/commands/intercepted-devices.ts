// Intercepts the commands that are sent through the ports of the studio's devices.
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { Command } from '../../domain/studio/command.js';
import type { Cameras } from '../ports/cameras.js';
import type { Send, SendResult } from '../ports/commands.js';
import type { Players } from '../ports/players.js';
import type { PulsedSignalLines } from './pulses.js';

/** The ports of the studio's devices. */
export interface DevicePorts {
  readonly players: Players;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
}

/** A command without what the device will show. */
export type NamedCommand = Pick<DeviceCommand, 'name' | 'target'>;

/** Called in place of each command; `send` sends it. */
export type Intercept = (command: NamedCommand, send: () => SendResult) => SendResult;

type SendMethodOf = (...args: never[]) => SendResult;

type TargetOf = (...args: never[]) => DeviceCommand['target'];

/** The methods of a port that send commands. */
export type SendMethod<Port> = {
  [Method in keyof Port]: Port[Method] extends SendMethodOf ? Method : never;
}[keyof Port];

/** The name of a command to a device in the journal. */
export type DeviceCommandName =
  | `players.${'play' | 'cue' | 'seek' | 'stop' | 'take' | 'pause' | 'resume'}`
  | `players.${'show' | 'update' | 'hide'}Graphic`
  | `signalLines.${'switch' | 'toggle' | 'pulse'}`
  | 'cameras.recall';

/** What distinguishes the commands of a port, by the methods that send them. */
export type Targets<Port> = {
  readonly [Method in SendMethod<Omit<Port, 'send'>>]: (
    ...args: Parameters<Extract<Omit<Port, 'send'>[Method], SendMethodOf>>
  ) => DeviceCommand['target'];
};

/** The target of a command to a scene. */
export const onScene = (output: string, scene: string): DeviceCommand['target'] => [output, scene];

/** Returns how the journal names a command to a device. */
export const namedCommand = (command: Command): NamedCommand => {
  switch (command.do) {
    case 'play':
    case 'cue': {
      const { output, scene, clip } = command;
      return { name: `players.${command.do}`, target: [output, scene, clip.bank, clip.clip.key] };
    }
    case 'seek':
      return { name: 'players.seek', target: [command.output, command.scene, command.ms] };
    case 'stop':
      return { name: 'players.stop', target: [command.output, ...command.scenes] };
    case 'take':
    case 'pause':
    case 'resume':
      return { name: `players.${command.do}`, target: [command.output, command.scene] };
    case 'show':
    case 'update':
    case 'hide':
      return { name: `players.${command.do}Graphic`, target: [command.output, command.scene] };
    case 'switch':
      return { name: 'signalLines.switch', target: [command.signal, command.on] };
    case 'recall':
      return { name: 'cameras.recall', target: [command.camera, command.angle] };
  }
};

const ofSignalLines: Targets<PulsedSignalLines> = {
  toggle: (signal) => [signal],
  pulse: (signal, ms) => [signal, ms],
};

/** Returns the port, whose commands pass through `intercept`. */
export const intercepted = <Port extends object>(
  kind: string,
  port: Port,
  targets: Targets<Port>,
  intercept: Intercept,
): Port => {
  const sends = port as Readonly<Record<string, SendMethodOf>>;
  const throughIntercept =
    (name: string, send: SendMethodOf, targetOf: TargetOf): SendMethodOf =>
    (...args) =>
      intercept({ name, target: targetOf(...args) }, () => send(...args));
  const methods = Object.entries(targets as Readonly<Record<string, TargetOf>>).flatMap(([method, targetOf]) => {
    const send = sends[method];
    return send === undefined ? [] : [[method, throughIntercept(`${kind}.${method}`, send, targetOf)] as const];
  });
  return { ...port, ...Object.fromEntries(methods) };
};

/** Returns the same ports, whose commands to devices pass through `intercept`. */
export const interceptDevices = <Ports extends DevicePorts>(ports: Ports, intercept: Intercept): Ports => {
  const throughIntercept =
    <Sent extends Command>(send: Send<Sent>): Send<Sent> =>
    (command) =>
      intercept(namedCommand(command), () => send(command));
  const { players, signalLines, cameras } = ports;
  return {
    ...ports,
    players: { ...players, send: throughIntercept(players.send) },
    signalLines: {
      ...intercepted('signalLines', signalLines, ofSignalLines, intercept),
      send: throughIntercept(signalLines.send),
    },
    cameras: { ...cameras, send: throughIntercept(cameras.send) },
  };
};
