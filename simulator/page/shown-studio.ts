// What the page shows: the first event of the stream, and what changed since.
import type { TypeOf } from 'io-ts';
import type { ClockRecord, CommandRecord, DeviceRecord, SnapshotEvent } from '../api/records.js';
import type { CallRecord, ServiceRecord } from '../api/service-records.js';

export type ShownSnapshot = TypeOf<typeof SnapshotEvent>;
export type Command = TypeOf<typeof CommandRecord>;
export type Layout = ShownSnapshot['layout'];

/** The data of the event `changes`. */
export interface Changes {
  readonly devices?: readonly (Partial<DeviceRecord> & Pick<DeviceRecord, 'id'>)[];
  readonly commands?: readonly Command[];
  readonly clock?: ClockRecord;
  readonly client?: ShownSnapshot['client'];
  readonly service?: Partial<ServiceRecord>;
  readonly calls?: readonly CallRecord[];
}

/** A studio as the page shows it. */
export interface ShownStudio extends ShownSnapshot {
  /** When the clock was received, in milliseconds of the browser's monotonic clock. */
  readonly clockAtMs: number;
}

/** Number of commands, and of calls, that the page keeps. */
const kept = 100;

const merged = <Entry extends { readonly number: number }>(
  entries: readonly Entry[],
  changed: readonly Entry[],
): readonly Entry[] =>
  [...new Map([...entries, ...changed].map((entry) => [entry.number, entry])).values()]
    .sort((one, other) => one.number - other.number)
    .slice(-kept);

/** Returns the studio of a first event. */
export const shownStudio = (snapshot: ShownSnapshot, nowMs: number): ShownStudio => ({ ...snapshot, clockAtMs: nowMs });

/** Returns the studio after a change. */
export const changedStudio = (studio: ShownStudio, changes: Changes, nowMs: number): ShownStudio => {
  const changed = new Map(changes.devices?.map((device) => [device.id, device]));
  return {
    ...studio,
    ...(changes.client && { client: changes.client }),
    ...(changes.clock && { clock: changes.clock, clockAtMs: nowMs }),
    devices: studio.devices.map((device) => ({ ...device, ...changed.get(device.id) })),
    commands: merged(studio.commands, changes.commands ?? []),
    calls: merged(studio.calls, changes.calls ?? []),
    service: studio.service && { ...studio.service, ...changes.service },
  };
};

/** Returns the studio's time, in milliseconds since 1970 UTC. A paused clock stands still between two events. */
export const studioTime = ({ clock, clockAtMs }: ShownStudio, nowMs: number): number =>
  Date.parse(clock.now) + (clock.paused ? 0 : Math.max(0, nowMs - clockAtMs) * clock.speed);
