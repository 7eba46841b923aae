// The devices that are attached to connections, as the drivers of a studio. The other devices keep their drivers.
import type { Drivers } from '../commands/drivers.js';
import type { Cameras } from '../ports/cameras.js';
import type { Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import { changeNotifier, watchAll, type Watch } from '../ports/watch.js';
import type { LayoutInForce } from '../state/current-layout.js';
import { Connections, type AttachedKind, type ConnectionsDeps } from './connections.js';

/** Drivers that hold connections until they are closed. They follow the layout. */
export interface AttachedDevices {
  readonly drivers: Drivers;
  /** Closes a connection and opens it anew: what is pending on it fails. */
  readonly reopen: (connection: string) => void;
  readonly close: () => void;
  /** Resolves once the devices have been sent what ends the connections. */
  readonly whenClosed: () => Promise<void>;
}

/** Returns the changes of the attached records of a kind. */
type WatchAttached = (kind: AttachedKind) => Watch;

const attachedOnly =
  (connections: Connections, changes: Watch): WatchAttached =>
  (kind) =>
  (watcher) =>
    changes((record) => {
      if (connections.has(kind, record)) watcher(record);
    });

const linesOf = (connections: Connections, others: SignalLines, attached: WatchAttached): SignalLines => {
  const lines = (signal: string) => connections.of('signals', signal)?.lines ?? others;
  return {
    send: (command) => (connections.forCommand('signals', command.signal, command)?.lines ?? others).send(command),
    refusal: (command) => lines(command.signal).refusal?.(command),
    value: (signal) => lines(signal).value(signal),
    connected: (signal) => lines(signal).connected(signal),
    hasDriver: (signal) => connections.has('signals', signal) || others.hasDriver(signal),
    watch: watchAll([others.watch, attached('signals')]),
  };
};

const camerasOf = (connections: Connections, others: Cameras, attached: WatchAttached): Cameras => {
  const cameras = (camera: string) => connections.of('cameras', camera)?.cameras ?? others;
  return {
    send: (command) => (connections.forCommand('cameras', command.camera, command)?.cameras ?? others).send(command),
    refusal: (command) => cameras(command.camera).refusal?.(command),
    angle: (camera) => cameras(camera).angle(camera),
    connected: (camera) => cameras(camera).connected(camera),
    hasDriver: (camera) => connections.has('cameras', camera) || others.hasDriver(camera),
    watch: watchAll([others.watch, attached('cameras')]),
  };
};

const playersOf = (connections: Connections, others: Players, attached: WatchAttached): Players => {
  const players = (output: string) => connections.of('outputs', output)?.players ?? others;
  return {
    send: (command) => (connections.forCommand('outputs', command.output, command)?.players ?? others).send(command),
    refusal: (command) => players(command.output).refusal?.(command),
    state: (output) => players(output).state(output),
    takesAtEnd: (output) => players(output).takesAtEnd?.(output) === true,
    stateSource: (output) => players(output).stateSource(output),
    hasDriver: (output) => connections.has('outputs', output) || others.hasDriver(output),
    watch: watchAll([others.watch, attached('outputs')]),
  };
};

/** Opens the connections of the layout in force, and follows it; `others` are the drivers of what isn't attached. */
export const attachedDevices = (
  current: LayoutInForce,
  others: Drivers,
  deps: Omit<ConnectionsDeps, 'changed'>,
): AttachedDevices => {
  const { watch, notify } = changeNotifier();
  const connections = new Connections({ ...deps, changed: notify });
  const attached = attachedOnly(connections, watch);
  connections.follow(current.layout);
  const unsubscribe = current.watchLayout(({ now }) => {
    connections.follow(now);
  });
  return {
    drivers: {
      players: playersOf(connections, others.players, attached),
      signalLines: linesOf(connections, others.signalLines, attached),
      cameras: camerasOf(connections, others.cameras, attached),
    },
    reopen: (connection) => {
      connections.reopen(connection);
    },
    close: () => {
      unsubscribe();
      connections.close();
    },
    whenClosed: () => connections.whenClosed(),
  };
};
