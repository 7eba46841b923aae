// A whole simulated studio out of its layout: the ports that the service needs, and what steers the devices behind them.
import * as E from 'fp-ts/lib/Either.js';
import type { Cameras } from '../application/ports/cameras.js';
import type { Clock } from '../application/ports/clock.js';
import type { Players } from '../application/ports/players.js';
import type { SendResult } from '../application/ports/commands.js';
import type { SignalLines } from '../application/ports/signal-lines.js';
import { changeNotifier } from '../application/events/change-notifier.js';
import type { Watch } from '../application/ports/watch.js';
import { failure, type Failure } from '../domain/failure.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { camera } from './camera.js';
import { standIns, type StandIn } from './casparcg/servers-for-layout.js';
import type { CasparcgServer, Timing } from './casparcg/server.js';
import { commandLog, type LoggedCommand } from './command-log.js';
import { SimulatedDevice } from './device.js';
import type { InjectedFault } from './fault.js';
import { player, sceneOf, type PlayerCommand, type PlayerState } from './player.js';
import { seededRandom } from './random.js';
import { signalLine } from './signal-line.js';
import type { DeviceChange, DeviceSnapshot, SimulatedWorld } from './simulated-world.js';

/** Called after every change. Must not throw. */
export type ChangeListener = (change: DeviceChange) => void;

/** Only these can be seen from the service's side: what a device has told, and whether it is connected. */
const tellsOnItself: readonly DeviceChange['what'][] = ['reported', 'fault'];

/** The changes of some devices, as a port tells them. */
const watchOf =
  (devices: ReadonlyMap<string, unknown>, changes: Watch<DeviceChange>): Watch =>
  (watcher) =>
    changes(({ device, what }) => {
      if (devices.has(device) && tellsOnItself.includes(what)) watcher(device);
    });

/** A simulated studio. The ports tell what the devices have told; `devices` tells how they are, too. */
export interface SimulatedStudio {
  readonly layout: StudioLayout;
  readonly players: Players;
  /** The servers of players that are simulated on the wire; none listens by itself. */
  readonly wire: readonly StandIn[];
  readonly signalLines: SignalLines;
  readonly cameras: Cameras;
  /** Every device: players, signal lines, cameras, each in the layout's order. */
  readonly devices: () => readonly DeviceSnapshot[];
  /** Gives a device a fault, or null for none; `not_found` where there is no such device, `conflict` where it can't have it. */
  readonly setFault: (device: string, fault: InjectedFault | null) => E.Either<Failure, DeviceSnapshot>;
  /** What was sent to the devices, oldest first. */
  readonly commands: () => readonly LoggedCommand[];
  /** Watches every change; the returned function ends it. */
  readonly onChange: (listener: ChangeListener) => () => void;
  /** Every device as at first, without faults; the log empty. What is under way ends as `device_error`. */
  readonly reset: () => void;
  /** Calls everything off: nothing happens by itself any more, and no timer is left behind. */
  readonly stop: () => void;
}

const byId = <Device extends { readonly id: string }>(devices: readonly Device[]): ReadonlyMap<string, Device> =>
  new Map(devices.map((device) => [device.id, device]));

type PlayerDevice = SimulatedDevice<PlayerState, PlayerCommand>;

const devicesOf = (layout: StudioLayout, world: SimulatedWorld) => ({
  players: layout.outputs.map((output): PlayerDevice => {
    const identity = { id: output.id, kind: 'player', name: output.name } as const;
    return new SimulatedDevice(identity, player(output), world);
  }),
  lines: layout.signals.map(
    ({ id, name }) => new SimulatedDevice({ id, kind: 'signal_line', name }, signalLine, world),
  ),
  cameras: layout.cameras.map((definition) => {
    const identity = { id: definition.id, kind: 'camera', name: definition.name } as const;
    return new SimulatedDevice(identity, camera(definition), world);
  }),
});

type Devices = ReturnType<typeof devicesOf>;

const send = <Command extends object>(
  devices: ReadonlyMap<string, { readonly send: (command: Command) => SendResult }>,
  id: string,
  command: Command,
): SendResult => devices.get(id)?.send(command) ?? E.left(failure('device_unavailable', `there is no device "${id}"`));

const playersOf = (all: Devices['players'], changes: Watch<DeviceChange>): Players => {
  const devices = byId(all);
  return {
    watch: watchOf(devices, changes),
    play: (output, scene, cue) => send(devices, output, { type: 'play', scene, cue }),
    stop: (output, scenes) => send(devices, output, { type: 'stop', scenes }),
    state: (output) => ({
      connected: devices.get(output)?.connected ?? false,
      scenes: devices.get(output)?.reported.map(sceneOf) ?? [],
    }),
  };
};

const signalLinesOf = (all: Devices['lines'], changes: Watch<DeviceChange>): SignalLines => {
  const devices = byId(all);
  return {
    watch: watchOf(devices, changes),
    switch: (signal, on) => send(devices, signal, { type: 'switch', on }),
    value: (signal) => devices.get(signal)?.reported.on ?? false,
  };
};

const camerasOf = (all: Devices['cameras'], changes: Watch<DeviceChange>): Cameras => {
  const devices = byId(all);
  return {
    watch: watchOf(devices, changes),
    recall: (id, angle) => send(devices, id, { type: 'recall', angle }),
    angle: (id) => devices.get(id)?.reported.angle ?? null,
  };
};

/** What every device can be made to do, whatever its kind. */
type Steerable = Pick<CasparcgServer, 'id' | 'snapshot' | 'setFault' | 'reset' | 'stop'>;

const faultOn = (device: Steerable, fault: InjectedFault | null): DeviceSnapshot => {
  device.setFault(fault);
  return device.snapshot();
};

const notBreakable = failure('conflict', 'its driver is a real one, and can’t be broken here');

/** How a studio is simulated. */
export interface Simulation {
  /** All chance comes from it: a whole number. */
  readonly seed?: number;
  /**
   * Whether players that the layout gives an address are simulated on the wire: `wire` then has their servers, and
   * `players` doesn't play their outputs. Every output is played in process otherwise.
   */
  readonly onWire?: boolean;
  /** How long those servers take, and where they tell their state by OSC, where it isn't as they do by themselves. */
  readonly timing?: Timing;
  readonly oscPort?: number;
}

/** Builds a studio. Nothing is under way at first. */
export const simulatedStudio = (layout: StudioLayout, clock: Clock, how: Simulation = {}): SimulatedStudio => {
  const { seed = 1, onWire = false } = how;
  const changes = changeNotifier<DeviceChange>();
  const log = commandLog(clock.now);
  const world = { clock, random: seededRandom(seed), log, changed: changes.notify };
  const wire = onWire ? standIns(layout, world, how) : [];
  const isOnWire = ({ id }: { readonly id: string }): boolean => wire.some(({ outputs }) => outputs.includes(id));
  const inProcess = { ...layout, outputs: layout.outputs.filter((output) => !isOnWire(output)) };
  const { players, lines, cameras } = devicesOf(inProcess, world);
  const all: readonly Steerable[] = [...players, ...wire.map(({ server }) => server), ...lines, ...cameras];
  const give = (device: Steerable, fault: InjectedFault | null): E.Either<Failure, DeviceSnapshot> =>
    isOnWire(device) && fault?.type === 'broken' ? E.left(notBreakable) : E.right(faultOn(device, fault));
  const find = (id: string): E.Either<Failure, Steerable> =>
    E.fromNullable(failure('not_found', `there is no device "${id}"`))(all.find((device) => device.id === id));
  return {
    layout,
    wire,
    players: playersOf(players, changes.watch),
    signalLines: signalLinesOf(lines, changes.watch),
    cameras: camerasOf(cameras, changes.watch),
    devices: () => all.map((device) => device.snapshot()),
    setFault: (id, fault) => E.chain((device: Steerable) => give(device, fault))(find(id)),
    commands: log.entries,
    onChange: changes.watch,
    reset: () => {
      for (const device of all) device.reset();
      log.clear();
    },
    stop: () => {
      for (const device of all) device.stop();
    },
  };
};
