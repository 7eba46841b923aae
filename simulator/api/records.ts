// The records of the steering API: devices, commands, the clock, and scripts of faults.
import * as t from 'io-ts';
import {
  dateTime,
  described,
  boundedListOf,
  boundedNumber,
  integer,
  listOf,
  oneOf,
  oneOfMore,
  orNull,
} from '../../domain/codec/codec.js';
import { dayMs } from '../../domain/time-units.js';
import {
  DelayMs,
  deviceFaults,
  FaultCommands,
  InjectedFault,
  isDelayed,
  limitable,
  serverFaults,
  type FaultType,
} from '../fault.js';
import { VirtualClient } from '../panel/virtual-client.js';
import { LayoutRecord } from './layout-record.js';
import { maybe } from './maybe.js';
import { CallRecord, serviceFields, ServiceRecord } from './service-records.js';
import { StateRecord } from './state-records.js';

const FaultName = oneOfMore(...new Set([...deviceFaults, ...serverFaults]));

const documentedFault = (type: FaultType): t.Mixed =>
  t.readonly(
    t.type({
      type: t.literal(type),
      ...(isDelayed(type) && { delayMs: DelayMs }),
      ...(limitable.has(type) && { commands: maybe(FaultCommands) }),
    }),
  );

/** A fault, as documents describe it. */
export const Fault = described(
  t.union([...new Set([...deviceFaults, ...serverFaults])].map(documentedFault) as [t.Mixed, t.Mixed], 'Fault'),
  {
    description: 'A fault of a device. With `commands`, it ends after so many commands',
    examples: [{ type: 'lost', commands: 1 }],
  },
) as unknown as t.Type<InjectedFault>;

const PossibleFault = t.readonly(
  t.type({
    type: FaultName,
    error: orNull(
      oneOf('ack_timeout', 'device_error', 'device_unavailable'),
      'The error that a panel gets; null if a panel sees no difference',
    ),
    limitable: described(t.boolean, { description: 'Whether it can be limited to a number of commands' }),
    delayed: described(t.boolean, { description: 'Whether it has `delayMs`' }),
  }),
  'PossibleFault',
);

const deviceId = { id: t.string };

const deviceFields = {
  kind: oneOfMore('player', 'signal_line', 'camera'),
  name: t.string,
  connected: t.boolean,
  faults: described(listOf(PossibleFault), { description: 'The faults that the device can have' }),
  fault: orNull(Fault, 'The fault that it has; null for none'),
  state: StateRecord,
  reported: described(StateRecord, { description: 'The state that it last reported: the one that the service knows' }),
};

/** A device: what it does, and what it last reported. */
export const DeviceRecord = t.readonly(t.type({ ...deviceId, ...deviceFields }), 'SimulatedDevice');
export type DeviceRecord = t.TypeOf<typeof DeviceRecord>;

/** Who sent a command. */
const SourceRecord = t.readonly(
  t.type({
    caller: orNull(t.string, 'As in the request log, or `macro:<id>`, `automation:<id>`, `pulse:<id>` and the like'),
    startedBy: orNull(t.string, 'The caller that started the macro; null otherwise'),
    action: orNull(t.string, 'The id of the action of the call that sent it; null if no call did'),
    station: orNull(t.string, 'The id of the station for which it was sent'),
  }),
  'CommandSource',
);

/** A command in the log. */
export const CommandRecord = t.readonly(
  t.type({
    number: t.number,
    time: dateTime,
    device: t.string,
    command: t.UnknownRecord,
    source: orNull(SourceRecord, 'Who sent it; null if that is unknown, because it came from another process'),
    outcome: oneOf('sent', 'queued', 'executed', 'refused', 'dropped'),
    endedAt: orNull(dateTime, 'When it ended; null until then'),
    fault: orNull(FaultName, 'The fault that its device had when it ended'),
  }),
  'LoggedCommand',
);

/** The studio's clock. */
export const ClockRecord = t.readonly(
  t.type({
    now: dateTime,
    paused: t.boolean,
    speed: described(t.number, { description: 'Simulated milliseconds per real millisecond, also after a pause' }),
  }),
  'StudioClock',
);
export type ClockRecord = t.TypeOf<typeof ClockRecord>;

/** Simulated milliseconds per real millisecond. */
export const Speed = boundedNumber(0.01, 100);

/** How the clock is to run. */
export const ClockChange = described(t.readonly(t.partial({ paused: t.boolean, speed: Speed }), 'ClockChange'), {
  examples: [{ paused: true }],
});

/** A step of a paused clock. */
export const ClockStep = described(t.readonly(t.type({ ms: integer(0, dayMs) }), 'ClockStep'), {
  examples: [{ ms: 1_000 }],
});

const scriptEntry = {
  atMs: described(integer(0, dayMs), { description: 'When, in milliseconds after the script was set' }),
  device: t.string,
  fault: orNull(Fault, 'The fault that the device gets; null removes its fault'),
};

/** Most entries of a script. */
const maxScriptEntries = 1_000;

/** Faults over time. */
export const Script = described(
  t.readonly(t.type({ entries: boundedListOf(t.readonly(t.type(scriptEntry)), maxScriptEntries) }), 'FaultScript'),
  { examples: [{ entries: [{ atMs: 5_000, device: 'sig-1', fault: { type: 'offline' } }] }] },
);
export type Script = t.TypeOf<typeof Script>;

/** Decodes a script. */
export const ScriptBody = t.readonly(
  t.type({
    entries: boundedListOf(
      t.readonly(t.type({ ...scriptEntry, fault: t.union([InjectedFault, t.null], InjectedFault.name) })),
      maxScriptEntries,
    ),
  }),
);

/** A script with what was done of it. */
export const ScriptRecord = t.readonly(
  t.type({
    startedAt: orNull(dateTime, 'When the script was set; null without a script'),
    entries: listOf(t.readonly(t.type({ ...scriptEntry, done: t.boolean }))),
  }),
  'FaultScriptProgress',
);
export type ScriptRecord = t.TypeOf<typeof ScriptRecord>;

/** The first event of the stream. */
export const SnapshotEvent = described(
  t.readonly(
    t.type({
      studio: t.string,
      layout: LayoutRecord,
      devices: listOf(DeviceRecord),
      commands: described(listOf(CommandRecord), { description: 'The latest 100, oldest first' }),
      clock: ClockRecord,
      script: ScriptRecord,
      client: VirtualClient,
      service: orNull(ServiceRecord, 'The service on the studio; null if it is stopped or runs in another process'),
      calls: described(listOf(CallRecord), { description: 'The latest 100 calls of the service, oldest first' }),
    }),
    'SnapshotEvent',
  ),
  { description: 'The data of the event `snapshot`: everything that the stream shows' },
);

const changed = (fields: t.Props): t.Props =>
  Object.fromEntries(Object.entries(fields).map(([name, codec]) => [name, maybe(codec)]));

/** What changed since the event before. */
export const ChangesEvent = described(
  t.readonly(
    t.partial({
      devices: described(listOf(t.readonly(t.type({ ...deviceId, ...changed(deviceFields) }))), {
        description: 'The changed devices, each with its id and the fields that changed',
      }),
      commands: described(listOf(CommandRecord), { description: 'New and changed commands, by their numbers' }),
      clock: ClockRecord,
      script: ScriptRecord,
      client: VirtualClient,
      service: described(t.readonly(t.type(changed(serviceFields))), {
        description: 'The fields of the service that changed',
      }),
      calls: described(listOf(CallRecord), { description: 'New calls of the service, oldest first' }),
    }),
    'ChangesEvent',
  ),
  { description: 'The data of the event `changes`: what changed since the event before. What is absent is unchanged' },
);

/** The codecs of the stream's events. */
export const streamEvents = { snapshot: SnapshotEvent, changes: ChangesEvent };
