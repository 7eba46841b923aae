// The studio as the module knows it: what it has read from the service, kept up to date by events.
import type { Alarm, Clip, Reads, StudioEvent } from '../../client/client.js';
import type { ServiceDocument } from './document.js';

/** A record with an id and a name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What `/api/v2/state` returns. Parts that are switched off or not allowed are missing. */
export type StateRecords = Omit<Reads['state.get']['result'], 'ok'>;

/** A studio at one moment. */
export interface KnownStudio {
  readonly document: ServiceDocument;
  readonly state: StateRecords;
  /** The clips of each bank, by the bank's key. */
  readonly clips: Readonly<Record<string, readonly Clip[]>>;
  /** The angles of each camera, by the camera's id. */
  readonly angles: Readonly<Record<string, readonly Named[]>>;
  /** The open alarms. */
  readonly alarms: readonly Alarm[];
  /** Whether something limits the service. */
  readonly degraded: boolean;
  /** When each record arrived, by its id, in milliseconds of the module's clock. Missing: with the state. */
  readonly arrivals: Readonly<Record<string, number>>;
  readonly readAtMs: number;
}

interface Identified {
  readonly id?: string;
  readonly key?: string;
}

const recordOf = ({ type, data }: StudioEvent): Identified | undefined => {
  const record = (data as unknown as Readonly<Record<string, unknown>>)[type];
  return typeof record === 'object' && record !== null ? record : undefined;
};

const identityOf = ({ id, key }: Identified): string | undefined => id ?? key;

const replaced = <A extends Identified>(records: readonly A[], record: A): readonly A[] => {
  const isSame = (other: A): boolean => identityOf(other) === identityOf(record);
  return records.some(isSame) ? records.map((one) => (isSame(one) ? record : one)) : [...records, record];
};

const withAlarm = (studio: KnownStudio, alarm: Alarm): KnownStudio => {
  const others = studio.alarms.filter(({ id }) => id !== alarm.id);
  return { ...studio, alarms: alarm.clearedAt === null ? [alarm, ...others] : others };
};

const withRecord = (studio: KnownStudio, part: string, record: unknown): KnownStudio => ({
  ...studio,
  state: { ...studio.state, [part]: record },
});

const partOf = ({ state }: KnownStudio, name: string): readonly Identified[] | undefined => {
  const records = (state as unknown as Readonly<Record<string, unknown>>)[`${name}s`];
  return Array.isArray(records) ? (records as readonly Identified[]) : undefined;
};

/** The fields of records from which buttons are made. The others are the state that buttons show. */
const outlineFields: ReadonlySet<string> = new Set(['id', 'key', 'name', 'slot', 'identifier', 'type', 'parameters']);

const outlineOf = (record: Identified | undefined): string => {
  const fields = Object.entries(record ?? {}).filter(([field]) => outlineFields.has(field));
  const { scenes = [] } = (record ?? {}) as { readonly scenes?: readonly Identified[] };
  return JSON.stringify([fields, scenes.map(({ id }) => id)]);
};

/** Returns whether an event reports a record that is new, or from which other buttons are made than before. */
export const changesOutline = (studio: KnownStudio, event: StudioEvent): boolean => {
  const record = recordOf(event);
  const before = partOf(studio, event.type);
  if (record === undefined || before === undefined) return false;
  return outlineOf(before.find((one) => identityOf(one) === identityOf(record))) !== outlineOf(record);
};

/**
 * Applies an event. An event contains the whole record that has changed, as `data[type]`. Events of other types change
 * nothing.
 */
export const applyEvent = (studio: KnownStudio, event: StudioEvent, nowMs: number): KnownStudio => {
  const { type } = event;
  const record = recordOf(event);
  if (record === undefined) return studio;
  if (type === 'alarm') return withAlarm(studio, record as Alarm);
  if (type === 'studio') return withRecord(studio, type, record);
  const records = partOf(studio, type);
  if (records === undefined) return studio;
  const changed = withRecord(studio, `${type}s`, replaced(records, record));
  return { ...changed, arrivals: { ...studio.arrivals, [identityOf(record) ?? '']: nowMs } };
};

/** Returns when a record arrived, in milliseconds of the module's clock. */
export const arrivedAtMs = ({ arrivals, readAtMs }: KnownStudio, id: string): number => arrivals[id] ?? readAtMs;
