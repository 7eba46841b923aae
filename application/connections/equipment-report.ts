// A report about the equipment that people attach to a question: what is connected and why not, what went over the wires last, what is
// wrong, and what was sent. It has names and addresses, and nothing of what
// files and header fields keep secret.
import type { AsRunEntry, AsRunLost } from '../../domain/as-run.js';
import type { Alarm } from '../alarms/alarm.js';
import type { ConnectionStates } from './connection-states.js';
import { equipmentState, type ShownConnection, type ShownEquipmentDeps, type ShownRecord } from './shown-equipment.js';
import type { KeptMessage, WireContent, WireMessage, Wires } from '../ports/wire.js';

/** A message. */
export type ShownMessage = Pick<WireMessage, 'direction' | 'channel'> & { readonly time: string } & WireContent;

/** A kept message, whose end may be cut off. `bytes` is the length of the whole, and `times` how often it came in succession. */
type ShownKept = ShownMessage & { readonly bytes: number; readonly times?: number };

/** A connection with what was noted of it. */
export interface ReportedConnection extends Omit<ShownConnection, 'sinceMs' | 'lastError'> {
  readonly since: string | null;
  /** When it was lost and why, and when it was back (null), oldest first. */
  readonly history: readonly { readonly time: string; readonly reason: string | null }[];
  readonly wire: readonly ShownKept[];
}

/** What the running service reports of itself. */
export interface ServiceReport {
  readonly startedAt: string;
  readonly isSimulated: boolean;
  readonly connections: readonly ReportedConnection[];
  /** The records without a connection. */
  readonly unattached: readonly ShownRecord[];
  /** What is wrong now. */
  readonly alarms: readonly Alarm[];
}

/** The whole report. */
export interface EquipmentReport {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly program: string;
  readonly time: string;
  readonly machine: Readonly<Record<string, string | number>>;
  /** Null if no service runs with these settings. */
  readonly service: ServiceReport | null;
  /** The value of the studio file without what is secret in it, or why there is none. */
  readonly studioFile: unknown;
  /** The last commands that were sent to devices, oldest first. */
  readonly asRun: readonly (AsRunEntry | AsRunLost)[];
}

const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Returns a message as reports and recordings have it. */
export const shownMessage = ({ timeMs, direction, channel, content }: WireMessage): ShownMessage => ({
  time: isoTime(timeMs),
  direction,
  ...(channel !== undefined && { channel }),
  ...content,
});

const shownKept = (message: KeptMessage): ShownKept => ({
  ...shownMessage(message),
  bytes: message.length,
  ...(message.times > 1 && { times: message.times }),
});

export interface ServiceReportDeps extends Omit<ShownEquipmentDeps, 'states'> {
  readonly startedAtMs: number;
  readonly states: Pick<ConnectionStates, 'of'> | undefined;
  /** Undefined where no connections are open, because the devices are simulated. */
  readonly wires: Pick<Wires, 'messages'> | undefined;
  readonly alarms: () => readonly Alarm[];
}

const reported = (
  { sinceMs, lastError: _, ...connection }: ShownConnection,
  { states, wires }: Pick<ServiceReportDeps, 'states' | 'wires'>,
): ReportedConnection => ({
  ...connection,
  since: sinceMs === null ? null : isoTime(sinceMs),
  history: (states?.of(connection.id)?.history ?? []).map(({ timeMs, reason }) => ({
    time: isoTime(timeMs),
    reason,
  })),
  wire: (wires?.messages(connection.id) ?? []).map(shownKept),
});

/** Returns what a running service reports. */
export const serviceReport = (deps: ServiceReportDeps): ServiceReport => {
  const { isSimulated, connections, unattached } = equipmentState(deps);
  return {
    startedAt: isoTime(deps.startedAtMs),
    isSimulated,
    connections: connections.map((connection) => reported(connection, deps)),
    unattached,
    alarms: deps.alarms(),
  };
};
