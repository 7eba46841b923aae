// Snapshots of a simulated studio as JSON: its devices with their faults, its clock and its random numbers.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, integer, listOf, orNull, refined } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { RestoredDevice } from '../device.js';
import { InjectedFault } from '../fault.js';
import type { PlayerState } from '../player.js';
import type { DeviceSnapshot } from '../simulated-world.js';
import type { SteeredClock } from '../simulation-clock.js';
import type { SimulatedStudio } from '../studio.js';
import { playerState, stateRecord } from './device-states.js';
import type { SteeringResult } from './operation.js';
import { Fault } from './records.js';
import { CameraRecord, LineRecord, PlayerRecord } from './state-records.js';

const devicesWith = <F extends t.Mixed>(fault: F) => {
  const common = { id: t.string, fault: orNull(fault, 'The fault that it has; null for none') };
  return {
    players: listOf(t.readonly(t.type({ ...common, state: PlayerRecord, reported: PlayerRecord }))),
    signalLines: listOf(t.readonly(t.type({ ...common, state: LineRecord, reported: LineRecord }))),
    cameras: listOf(t.readonly(t.type({ ...common, state: CameraRecord, reported: CameraRecord }))),
  };
};

const Seed = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** Numbers in the state of a generator. */
const stateLength = 4;

const GeneratorState = refined(
  listOf(integer(-(2 ** 31), 2 ** 31 - 1)),
  ({ length }) => length === stateLength,
  `a list of ${String(stateLength)} whole numbers of 32 bits`,
);

const parts = {
  version: described(t.literal(1), { description: 'The version of the format' }),
  takenAtMs: described(t.number, { description: "The studio's time, in milliseconds since 1970 UTC" }),
  clock: t.readonly(t.type({ paused: t.boolean, speed: t.number })),
  randoms: described(t.readonly(t.type({ seed: Seed, devices: t.record(t.string, GeneratorState) })), {
    description: "The states of the devices' random number generators, and the seed of those that were not used yet",
  }),
};

const SnapshotInput = t.readonly(t.type({ ...parts, ...devicesWith(InjectedFault) }));

/** A snapshot, as documents describe it. */
export const Snapshot = described(t.readonly(t.type({ ...parts, ...devicesWith(Fault) }), 'StudioSnapshot'), {
  description: 'A whole simulated studio. What is in transit between the service and the devices is not part of it',
});
export type Snapshot = t.TypeOf<typeof SnapshotInput>;

/** Decodes a snapshot. */
export const snapshotBody: t.Type<Snapshot, unknown> = SnapshotInput;

type World = Pick<SimulatedStudio, 'devices' | 'simulated' | 'randoms' | 'layout' | 'casparcgServers'>;

const hasServers = failure('conflict', 'a studio with simulated CasparCG servers has no snapshots');

const entryOf = <State>(device: DeviceSnapshot) => ({
  id: device.id,
  fault: device.fault,
  state: stateRecord(device, device.actual) as State,
  reported: stateRecord(device, device.reported) as State,
});

/** Returns a snapshot of a studio. */
export const takeSnapshot = (studio: World, clock: SteeredClock): SteeringResult<Snapshot> => {
  if (studio.casparcgServers.length > 0) return E.left(hasServers);
  const of = (kind: DeviceSnapshot['kind']) => studio.devices().filter((device) => device.kind === kind);
  return E.right({
    version: 1,
    takenAtMs: clock.now(),
    clock: clock.mode(),
    randoms: studio.randoms.states(),
    players: of('player').map((device) => entryOf<PlayerRecord>(device)),
    signalLines: of('signal_line').map((device) => entryOf<LineRecord>(device)),
    cameras: of('camera').map((device) => entryOf<CameraRecord>(device)),
  });
};

interface Entry<Record> {
  readonly id: string;
  readonly fault: InjectedFault | null;
  readonly state: Record;
  readonly reported: Record;
}

interface Restorable<State> {
  readonly restore: (device: RestoredDevice<State>) => void;
}

/** Prepares the restoration of the devices of one kind. Fails if the snapshot has other devices than the studio. */
const prepare = <Record, State>(
  list: string,
  devices: ReadonlyMap<string, Restorable<State>>,
  entries: readonly Entry<Record>[],
  stateOf: (record: Record) => E.Either<Failure, State>,
): E.Either<Failure, readonly (() => void)[]> => {
  const ids = [...devices.keys()].join(', ');
  if (entries.length !== devices.size || entries.some(({ id }) => !devices.has(id)))
    return E.left(failure('invalid_parameter', `${list}: expected the devices of this studio (${ids || 'none'})`));
  const steps: (() => void)[] = [];
  for (const { id, fault, state, reported } of entries) {
    const actual = stateOf(state);
    if (E.isLeft(actual)) return actual;
    const known = stateOf(reported);
    if (E.isLeft(known)) return known;
    steps.push(() => devices.get(id)?.restore({ actual: actual.right, reported: known.right, fault }));
  }
  return E.right(steps);
};

/**
 * Restores a studio. The clock keeps its time, which never goes back: the times of clips move with it, so each clip goes on at
 * its position. Pending commands end as `device_error`.
 */
export const restoreSnapshot = async (
  studio: World,
  clock: SteeredClock,
  { takenAtMs, clock: mode, randoms, players, signalLines, cameras }: Snapshot,
): Promise<SteeringResult> => {
  if (studio.casparcgServers.length > 0) return E.left(hasServers);
  const { simulated, layout } = studio;
  const shiftMs = clock.now() - takenAtMs;
  const toPlayer = (record: PlayerRecord): E.Either<Failure, PlayerState> => playerState(layout, record, shiftMs);
  const prepared = [
    prepare('players', simulated.players, players, toPlayer),
    prepare('signalLines', simulated.lines, signalLines, E.right),
    prepare('cameras', simulated.cameras, cameras, E.right),
  ];
  for (const steps of prepared) if (E.isLeft(steps)) return steps;
  for (const steps of prepared) if (E.isRight(steps)) for (const step of steps.right) step();
  studio.randoms.restore(randoms);
  await clock.setMode(mode);
  return E.right({});
};
