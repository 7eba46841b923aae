// Intercepts the commands that are sent through the ports of the studio's devices.
import type { DeviceCommand } from '../../domain/journal-entry.js';
import type { Cameras } from '../ports/cameras.js';
import type { SendResult } from '../ports/commands.js';
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

type Send = (...args: never[]) => SendResult;

type TargetOf = (...args: never[]) => DeviceCommand['target'];

/** The methods of a port that send commands. */
export type SendMethod<Port> = { [Method in keyof Port]: Port[Method] extends Send ? Method : never }[keyof Port];

/** The name of a command to a device: its port and its method, such as `players.play`. */
export type DeviceCommandName = {
  [Port in keyof DevicePorts]: `${Port}.${Extract<SendMethod<DevicePorts[Port]>, string>}`;
}[keyof DevicePorts];

/** What distinguishes the commands of a port. Lacks no method that sends one. */
export type Targets<Port> = {
  readonly [Method in SendMethod<Port>]: (...args: Parameters<Extract<Port[Method], Send>>) => DeviceCommand['target'];
};

/** The target of a command to a scene. */
export const onScene = (output: string, scene: string): DeviceCommand['target'] => [output, scene];

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

const ofSignalLines: Targets<PulsedSignalLines> = {
  switch: (signal, on) => [signal, on],
  toggle: (signal) => [signal],
  pulse: (signal, ms) => [signal, ms],
};

const ofCameras: Targets<Cameras> = { recall: (camera, angle) => [camera, angle] };

/** Returns the port, whose commands pass through `intercept`. */
export const intercepted = <Port extends object>(
  kind: string,
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

/** Returns the same ports, whose commands to devices pass through `intercept`. */
export const interceptDevices = <Ports extends DevicePorts>(ports: Ports, intercept: Intercept): Ports => ({
  ...ports,
  players: intercepted('players', ports.players, ofPlayers, intercept),
  signalLines: intercepted('signalLines', ports.signalLines, ofSignalLines, intercept),
  cameras: intercepted('cameras', ports.cameras, ofCameras, intercept),
});
