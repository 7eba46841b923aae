// The steering of a simulated studio: the operations that read it and change it, and its event stream.
import * as E from 'fp-ts/lib/Either.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Failure } from '../../domain/failure.js';
import { canBeLimited, faultErrors, isDelayed, type FaultType } from '../fault.js';
import type { DeviceSnapshot } from '../simulated-world.js';
import type { SteeredClock } from '../simulation-clock.js';
import { clientChoice, type ClientChoice } from '../panel/virtual-client.js';
import type { SimulatedStudio } from '../studio.js';
import { stateRecord } from './device-states.js';
import { eventFeed, type EventFeed, type FeedDeps } from './event-feed.js';
import type { ClockRecord, DeviceRecord } from './records.js';
import type { ObservedService } from './service-records.js';
import { layoutRecord } from './layout-record.js';
import { faultScript, type FaultScript } from './script.js';

/** What the operations act on. */
export interface SteeredStudio {
  readonly studio: SimulatedStudio;
  readonly clock: SteeredClock;
  readonly script: FaultScript;
  readonly feed: EventFeed;
  /** The choice of the client that screens on the simulator's page play. */
  readonly client: ClientChoice;
  /** The service on the studio; undefined if it runs in another process. */
  readonly service?: ObservedService | undefined;
}

const possibleFault = (type: FaultType, _: number, faults: readonly FaultType[]) => ({
  type,
  error: faultErrors[type],
  limitable: canBeLimited(type, faults),
  delayed: isDelayed(type),
});

/** Returns the record of a device. */
export const deviceRecord = (device: DeviceSnapshot): DeviceRecord => {
  const { id, kind, name, connected, faults, fault, actual, reported } = device;
  return {
    id,
    kind,
    name,
    connected,
    faults: faults.map(possibleFault),
    fault,
    state: stateRecord(device, actual),
    reported: stateRecord(device, reported),
  };
};

/** Returns the record of a clock. */
export const clockRecord = (clock: SteeredClock): ClockRecord => ({ now: utcTime(clock.now()), ...clock.mode() });

/** Returns the record of one device, or the failure of what was done with it. */
export const recordOf = (
  result: E.Either<Failure, DeviceSnapshot>,
): E.Either<Failure, { readonly device: DeviceRecord }> =>
  E.isLeft(result) ? result : E.right({ device: deviceRecord(result.right) });

/** Returns a studio that can be steered. The stream shows the service too, if there is one. */
export const steeredStudio = (
  studio: SimulatedStudio,
  clock: SteeredClock,
  deps: FeedDeps,
  service?: ObservedService,
): SteeredStudio => {
  const client = clientChoice();
  const script = faultScript(studio, clock, () => {
    feed.touch();
  });
  const feed: EventFeed = eventFeed(
    () => ({
      studio: studio.layout.name,
      layout: layoutRecord(studio.layout),
      devices: studio.devices().map(deviceRecord),
      commands: studio.commands(),
      clock: clockRecord(clock),
      script: script.record(),
      client: client.record(),
      service: service?.read() ?? null,
      calls: service?.calls() ?? [],
    }),
    deps,
    String(deps.real.now()),
  );
  const touch = (): void => {
    feed.touch();
  };
  studio.onChange(touch);
  client.watch(touch);
  service?.watch(touch);
  return { studio, clock, script, feed, client, service };
};
