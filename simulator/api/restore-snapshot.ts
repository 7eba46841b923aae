// Restores a snapshot of a simulated studio. Everything is checked first: a snapshot is restored whole or not at all.
import * as E from 'fp-ts/lib/Either.js';
import { failureWithin, invalid, type Failure } from '../../domain/failure.js';
import type { RestoredDevice } from '../device.js';
import type { InjectedFault } from '../fault.js';
import type { SteeredClock } from '../simulation-clock.js';
import type { SimulatedStudio } from '../studio.js';
import { checkMode } from './clock-operations.js';
import { cameraAt } from './device-states.js';
import type { SteeringResult } from './operation.js';
import { restoredPlayer } from './restored-player.js';
import { hasServers, type Snapshot } from './snapshot.js';
import type { CameraRecord, PlayerRecord } from './state-records.js';

type World = Pick<SimulatedStudio, 'simulated' | 'randoms' | 'layout' | 'casparcgServers' | 'checkFault'>;

interface Entry<Record> {
  readonly id: string;
  readonly fault: InjectedFault | null;
  readonly state: Record;
  readonly reported: Record;
}

interface Restorable<State> {
  readonly actual: State;
  readonly restore: (device: RestoredDevice<State>) => void;
}

/** Converts a record to a state of the device `id`, which has the state `before`. */
type StateOf<Record, State> = (record: Record, id: string, before: State) => E.Either<Failure, State>;

type Prepared = E.Either<Failure, readonly (() => void)[]>;

/** Prepares the restoration of one device. */
const prepareDevice = <Record, State>(
  device: Restorable<State>,
  { id, fault, state, reported }: Entry<Record>,
  stateOf: StateOf<Record, State>,
  checkFault: World['checkFault'],
): E.Either<Failure, () => void> => {
  const refused = checkFault(id, fault);
  if (refused !== undefined) return E.left(failureWithin('fault', refused));
  const actual = stateOf(state, id, device.actual);
  if (E.isLeft(actual)) return E.left(failureWithin('state', actual.left));
  const known = stateOf(reported, id, device.actual);
  if (E.isLeft(known)) return E.left(failureWithin('reported', known.left));
  return E.right(() => {
    device.restore({ actual: actual.right, reported: known.right, fault });
  });
};

/** Prepares the restoration of the devices of one kind. Fails if the snapshot has other devices than the studio. */
const prepare = <Record, State>(
  list: string,
  devices: ReadonlyMap<string, Restorable<State>>,
  entries: readonly Entry<Record>[],
  stateOf: StateOf<Record, State>,
  checkFault: World['checkFault'],
): Prepared => {
  const ids = [...devices.keys()].join(', ');
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const steps: (() => void)[] = [];
  for (const [id, device] of devices) {
    const entry = byId.get(id);
    if (entry === undefined) break;
    const step = prepareDevice(device, entry, stateOf, checkFault);
    if (E.isLeft(step)) return E.left(failureWithin(`${list}.${id}`, step.left));
    steps.push(step.right);
  }
  return steps.length === devices.size && entries.length === devices.size
    ? E.right(steps)
    : E.left(invalid([{ path: list, expected: `the devices of this studio (${ids || 'none'})` }]));
};

const prepareAll = (studio: World, nowMs: number, snapshot: Snapshot): Prepared => {
  const { simulated, layout, checkFault } = studio;
  const { takenAtMs, players, signalLines, cameras } = snapshot;
  const time = { takenAtMs, shiftMs: nowMs - takenAtMs };
  const scenesOf = (state: readonly { readonly id: string }[]) => state.map((scene) => scene.id);
  const toCamera = ({ angle }: CameraRecord, id: string) => cameraAt(layout, id, angle);
  const steps: (() => void)[] = [];
  for (const prepared of [
    prepare(
      'players',
      simulated.players,
      players,
      (record: PlayerRecord, _id, before) => restoredPlayer(layout, scenesOf(before), record, time),
      checkFault,
    ),
    prepare('signalLines', simulated.lines, signalLines, E.right, checkFault),
    prepare('cameras', simulated.cameras, cameras, toCamera, checkFault),
  ]) {
    if (E.isLeft(prepared)) return prepared;
    steps.push(...prepared.right);
  }
  return E.right(steps);
};

/**
 * Restores a studio. The clock keeps its time, which never goes back: the times of clips move with it, so each clip goes on at
 * its position. Pending commands end as `device_error`. Fails without an effect if the studio can't have the state, or its
 * clock the mode.
 */
export const restoreSnapshot = async (
  studio: World,
  clock: SteeredClock,
  snapshot: Snapshot,
): Promise<SteeringResult> => {
  if (studio.casparcgServers.length > 0) return E.left(hasServers);
  const refused = checkMode(clock, snapshot.clock);
  if (refused !== undefined) return E.left(failureWithin('clock', refused));
  const prepared = prepareAll(studio, clock.now(), snapshot);
  if (E.isLeft(prepared)) return prepared;
  for (const step of prepared.right) step();
  studio.randoms.restore(snapshot.randoms);
  await clock.setMode(snapshot.clock);
  return E.right({});
};
