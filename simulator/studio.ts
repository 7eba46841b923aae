// Simulates a whole studio from its layout: the ports that the service needs, and control of the devices behind them.
import * as E from 'fp-ts/lib/Either.js';
import type { SendAs } from '../application/as-run/as-run.js';
import type { Cameras } from '../application/ports/cameras.js';
import type { Clock } from '../application/ports/clock.js';
import type { PlayerCommand, Players } from '../application/ports/players.js';
import type { SendResult } from '../application/ports/commands.js';
import type { SignalLines } from '../application/ports/signal-lines.js';
import { changeNotifier, type Watch } from '../application/ports/watch.js';
import { failure } from '../domain/failure.js';
import { graphicOf } from '../domain/studio/graphic.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { playerDefinitions } from '../domain/studio/output.js';
import { serversForLayout, type ServerForOutputs } from './casparcg/servers-for-layout.js';
import type { CasparcgServer } from './casparcg/server.js';
import type { ServerTiming } from './casparcg/server-options.js';
import { commandLog, type LoggedCommand } from './command-log.js';
import { deviceFaultsOf, type DeviceFaults } from './device-faults.js';
import { Devices } from './devices.js';
import { sceneOf, type PlayerCommand as SimulatedCommand } from './player.js';
import { deviceRandoms, type DeviceRandoms } from './random.js';
import type { DeviceChange, DeviceSnapshot } from './simulated-world.js';

/** Called after each change. Must not throw. */
export type ChangeListener = (change: DeviceChange) => void;

/** The changes that a service can notice: a device's reported state, and whether it is connected. */
const noticeable: readonly DeviceChange['what'][] = ['reported', 'fault'];

/** Restricts changes to those of some devices that a service can notice. */
const watchOf =
  (devices: ReadonlyMap<string, unknown>, changes: Watch<DeviceChange>): Watch =>
  (watcher) =>
    changes(({ device, what }) => {
      if (devices.has(device) && noticeable.includes(what)) watcher(device);
    });

/** A simulated studio. The ports return what the devices reported; `devices` returns their actual state as well. */
export interface SimulatedStudio extends DeviceFaults {
  /** Returns the studio's time, in milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Runs a task later in the studio's time. */
  readonly after: Clock['after'];
  /** The layout that the devices follow. */
  readonly layout: StudioLayout;
  /**
   * Follows another layout: removes, replaces and adds devices. A device that differs in its name alone stays as it is.
   * The addresses of `casparcgServers` stay as they are.
   */
  readonly follow: (layout: StudioLayout) => void;
  readonly players: Players;
  /** Simulated CasparCG servers of the outputs that have a player. The caller makes them listen. */
  readonly casparcgServers: readonly ServerForOutputs[];
  readonly signalLines: SignalLines;
  readonly cameras: Cameras;
  /** Returns every device: players, signal lines, cameras, each in the layout's order. */
  readonly devices: () => readonly DeviceSnapshot[];
  /** The simulated devices by kind and id, without the CasparCG servers. */
  readonly simulated: Pick<Devices, 'players' | 'lines' | 'cameras'>;
  /** The states of the random number generators. */
  readonly randoms: Pick<DeviceRandoms, 'states' | 'restore'>;
  /** Returns the commands that were sent to the devices, oldest first. */
  readonly commands: () => readonly LoggedCommand[];
  /** Sends a command whose source the log shows. */
  readonly sendAs: SendAs;
  /** Subscribes to every change. Returns a function that unsubscribes. */
  readonly onChange: (listener: ChangeListener) => () => void;
  /** Restores the initial state without faults, starts the random numbers again, and empties the log. Pending commands end as `device_error`. */
  readonly reset: () => void;
  /** Cancels every timer. */
  readonly stop: () => void;
}

const send = <Command extends object>(
  devices: ReadonlyMap<string, { readonly send: (command: Command) => SendResult }>,
  id: string,
  command: Command,
): SendResult => devices.get(id)?.send(command) ?? E.left(failure('device_unavailable', `there is no device "${id}"`));

/** Returns the layout that the devices follow now. */
type CurrentOutputs = () => Pick<StudioLayout, 'outputs'>;

const templateOf = (outputs: CurrentOutputs, output: string, scene: string): string | undefined => {
  const definition = playerDefinitions(outputs().outputs).find(({ id }) => id === output);
  return definition && graphicOf(definition, scene)?.template;
};

/** Returns a command as the simulated players take it. A graphic is shown with its template, which the command lacks. */
const simulatedCommand = (command: Exclude<PlayerCommand, { readonly do: 'show' }>): SimulatedCommand => {
  switch (command.do) {
    case 'play':
    case 'cue':
      return { type: command.do, scene: command.scene, cue: command.clip };
    case 'stop':
      return { type: 'stop', scenes: command.scenes };
    case 'take':
    case 'pause':
    case 'resume':
      return { type: command.do, scene: command.scene };
    case 'seek':
      return { type: 'seek', scene: command.scene, positionMs: command.ms };
    case 'update':
      return { type: 'updateGraphic', scene: command.scene, texts: command.texts };
    case 'hide':
      return { type: 'hideGraphic', scene: command.scene };
  }
};

const playersOf = (outputs: CurrentOutputs, devices: Devices['players'], changes: Watch<DeviceChange>): Players => ({
  watch: watchOf(devices, changes),
  send: (command) => {
    if (command.do !== 'show') return send(devices, command.output, simulatedCommand(command));
    const { output, scene, texts } = command;
    const template = templateOf(outputs, output, scene);
    return template === undefined
      ? E.left(failure('device_unavailable', `the output "${output}" has no graphic in the scene "${scene}"`))
      : send(devices, output, { type: 'showGraphic', scene, template, texts });
  },
  state: (output) => ({
    connected: devices.get(output)?.connected ?? false,
    scenes: devices.get(output)?.reported.map((scene) => sceneOf(scene, templateOf(outputs, output, scene.id))) ?? [],
  }),
  stateSource: () => null,
  hasDriver: (output) => devices.has(output),
});

const signalLinesOf = (devices: Devices['lines'], changes: Watch<DeviceChange>): SignalLines => ({
  watch: watchOf(devices, changes),
  send: ({ signal, on }) => send(devices, signal, { type: 'switch', on }),
  value: (signal) => devices.get(signal)?.reported.on ?? null,
  connected: (signal) => devices.get(signal)?.connected ?? false,
  hasDriver: (signal) => devices.has(signal),
});

const camerasOf = (devices: Devices['cameras'], changes: Watch<DeviceChange>): Cameras => ({
  watch: watchOf(devices, changes),
  send: ({ camera, angle }) => send(devices, camera, { type: 'recall', angle }),
  angle: (id) => devices.get(id)?.reported.angle ?? null,
  connected: (id) => devices.get(id)?.connected ?? false,
  hasDriver: (id) => devices.has(id),
});

/** Whether a server plays an output. */
type HasServer = (output: { readonly id: string }) => boolean;

/** What every kind of device offers. */
type Steerable = Pick<CasparcgServer, 'id' | 'snapshot' | 'setFault' | 'reset' | 'stop'>;

/** Options of a simulated studio. */
export interface Simulation {
  /** Seed of the random numbers, an integer. */
  readonly seed?: number;
  /**
   * Whether outputs with a player are simulated by CasparCG servers. These are in `casparcgServers`, and `players`
   * doesn't play their outputs. By default `players` plays every output.
   */
  readonly withServers?: boolean;
  /** Reply times of the servers, and the clients' port for OSC; null or omitted for no OSC. */
  readonly timing?: ServerTiming;
  readonly oscPort?: number | null;
}

/** Lets the devices follow layouts, without the outputs that servers play. */
const followLayouts = (
  first: StudioLayout,
  devices: Devices,
  hasServer: HasServer,
  followed: (layout: StudioLayout) => void,
): Pick<SimulatedStudio, 'layout' | 'follow'> => {
  let current = first;
  const follow = (layout: StudioLayout): void => {
    current = layout;
    devices.follow({ ...layout, outputs: playerDefinitions(layout.outputs).filter((output) => !hasServer(output)) });
    followed(layout);
  };
  follow(first);
  return {
    get layout() {
      return current;
    },
    follow,
  };
};

/** Returns all devices: players, signal lines and cameras. */
const steerablesOf = (
  { players, lines, cameras }: Devices,
  casparcgServers: readonly ServerForOutputs[],
): readonly Steerable[] => [
  ...players.values(),
  ...casparcgServers.map(({ server }) => server),
  ...lines.values(),
  ...cameras.values(),
];

/** Builds a studio. */
export const simulatedStudio = (layout: StudioLayout, clock: Clock, options: Simulation = {}): SimulatedStudio => {
  const { seed = 1, withServers = false } = options;
  const changes = changeNotifier<DeviceChange>();
  const log = commandLog(clock.now);
  const randoms = deviceRandoms(seed);
  const world = { clock, randoms, log, changed: changes.notify };
  const casparcgServers = withServers ? serversForLayout(layout, world, options) : [];
  const hasServer: HasServer = ({ id }) => casparcgServers.some(({ outputs }) => outputs.includes(id));
  const devices = new Devices(world);
  const following = followLayouts(layout, devices, hasServer, ({ id }) => {
    changes.notify({ device: id, what: 'command' });
  });
  const all = (): readonly Steerable[] => steerablesOf(devices, casparcgServers);
  return {
    get layout() {
      return following.layout;
    },
    now: clock.now,
    after: clock.after,
    follow: following.follow,
    casparcgServers,
    players: playersOf(() => following.layout, devices.players, changes.watch),
    signalLines: signalLinesOf(devices.lines, changes.watch),
    cameras: camerasOf(devices.cameras, changes.watch),
    devices: () => all().map((device) => device.snapshot()),
    ...deviceFaultsOf(all),
    simulated: devices,
    randoms,
    commands: log.entries,
    sendAs: log.sendAs,
    onChange: changes.watch,
    reset: () => {
      randoms.reset();
      for (const device of all()) device.reset();
      log.clear();
    },
    stop: () => {
      for (const device of all()) device.stop();
    },
  };
};
