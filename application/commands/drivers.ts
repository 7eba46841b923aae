// The drivers of a studio's devices, and a wrapper that limits a driver's bug to its device.
import * as E from 'fp-ts/lib/Either.js';
import { unexpectedAfterCommand } from '../../domain/failure.js';
import type { DeviceCommand } from '../../domain/studio/command.js';
import type { Cameras } from '../ports/cameras.js';
import type { Log } from '../ports/log.js';
import type { ClipSelection, Players } from '../ports/players.js';
import type { Refusal, Send } from '../ports/commands.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Watch } from '../ports/watch.js';
import { safeReads, type ReadSafely } from './safe-reads.js';

/** The drivers of one studio. */
export interface Drivers {
  readonly players: Players;
  readonly signalLines: SignalLines;
  readonly cameras: Cameras;
}

/** Returns the same function, which doesn't throw. */
type Safely = <Sent extends DeviceCommand<ClipSelection>>(send: Send<Sent>) => Send<Sent>;

/** Returns the same check, which doesn't throw. */
type CheckSafely = <Sent extends DeviceCommand<ClipSelection>>(refusal: Refusal<Sent>) => Refusal<Sent>;

/** What keeps a driver's exceptions from its callers. */
interface Guards {
  readonly safely: Safely;
  readonly checkSafely: CheckSafely;
  readonly read: ReadSafely;
  readonly watchSafely: (watch: Watch) => Watch;
}

/** A driver that throws exists. */
const isThere = (): boolean => true;

const isNotSo = (): boolean => false;

const safePlayers = (
  players: Players,
  unknown: Players,
  { safely, checkSafely, read, watchSafely }: Guards,
): Players => ({
  send: safely((command) => players.send(command)),
  refusal: checkSafely((command) => players.refusal?.(command)),
  state: read('state', (output) => players.state(output), unknown.state),
  takesAtEnd: read('way of a cue', (output) => players.takesAtEnd?.(output) === true, isNotSo),
  hasDriver: read('driver', (output) => players.hasDriver(output), isThere),
  stateSource: read('source of the state', (output) => players.stateSource(output), unknown.stateSource),
  watch: watchSafely((watcher) => players.watch(watcher)),
});

const safeLines = (
  lines: SignalLines,
  unknown: SignalLines,
  { safely, checkSafely, read, watchSafely }: Guards,
): SignalLines => ({
  send: safely((command) => lines.send(command)),
  refusal: checkSafely((command) => lines.refusal?.(command)),
  value: read('value', (signal) => lines.value(signal), unknown.value),
  connected: read('connection', (signal) => lines.connected(signal), unknown.connected),
  hasDriver: read('driver', (signal) => lines.hasDriver(signal), isThere),
  watch: watchSafely((watcher) => lines.watch(watcher)),
});

const safeCameras = (
  cameras: Cameras,
  unknown: Cameras,
  { safely, checkSafely, read, watchSafely }: Guards,
): Cameras => ({
  send: safely((command) => cameras.send(command)),
  refusal: checkSafely((command) => cameras.refusal?.(command)),
  angle: read('angle', (camera) => cameras.angle(camera), unknown.angle),
  connected: read('connection', (camera) => cameras.connected(camera), unknown.connected),
  hasDriver: read('driver', (camera) => cameras.hasDriver(camera), isThere),
  watch: watchSafely((watcher) => cameras.watch(watcher)),
});

const guardsWith = (log: Log): Guards => ({
  safely: (send) => (command) => {
    try {
      return send(command);
    } catch (error) {
      log.error('a driver threw while it sent a command', { error });
      return E.left(unexpectedAfterCommand);
    }
  },
  checkSafely: (refusal) => (command) => {
    try {
      return refusal(command);
    } catch (error) {
      log.error('a driver threw while it checked a command', { error });
      return undefined;
    }
  },
  read: safeReads(log),
  // A watcher runs inside its driver, which an exception must not interrupt.
  watchSafely: (watch) => (watcher) =>
    watch((id) => {
      try {
        watcher(id);
      } catch (error) {
        log.error('a change of a device was not processed', { error });
      }
    }),
});

/**
 * Returns the same drivers. One that throws while it sends returns `device_error`. What can't be read is what `unknown`
 * reads (ERROR-27). An exception in a watcher is logged.
 */
export const safeDrivers = (drivers: Drivers, unknown: Drivers, log: Log): Drivers => {
  const guards = guardsWith(log);
  return {
    players: safePlayers(drivers.players, unknown.players, guards),
    signalLines: safeLines(drivers.signalLines, unknown.signalLines, guards),
    cameras: safeCameras(drivers.cameras, unknown.cameras, guards),
  };
};
