// Snapshots of a simulated studio as JSON: its devices with their faults, its clock and its random numbers.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { boundedNumber, described, integer, listOf, orNull, refined } from '../../domain/codec/codec.js';
import { latestMs } from '../../domain/codec/utc-time.js';
import { failure } from '../../domain/failure.js';
import { InjectedFault } from '../fault.js';
import type { DeviceSnapshot } from '../simulated-world.js';
import type { SteeredClock } from '../simulation-clock.js';
import type { SimulatedStudio } from '../studio.js';
import { stateRecord } from './device-states.js';
import type { SteeringResult } from './operation.js';
import { Fault, Speed } from './records.js';
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
  takenAtMs: described(boundedNumber(0, latestMs), {
    description: "The studio's time, in milliseconds since 1970 UTC",
  }),
  clock: t.readonly(t.type({ paused: t.boolean, speed: Speed })),
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

type World = Pick<SimulatedStudio, 'devices' | 'randoms' | 'casparcgServers'>;

/** Why a studio has no snapshots. */
export const hasServers = failure('conflict', 'a studio with simulated CasparCG servers has no snapshots');

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
