// The records that alarms are about: their names, and the alarms about those that the studio no longer has (RELOAD-9).
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { AlarmKind } from '../../domain/studio/alarm-kinds.js';
import { featureOf } from '../../domain/studio/alarm-kinds.js';
import type { Alarm } from './alarm.js';
import type { Alarms } from './alarms.js';

/** The kinds of records that alarms are about. They have the names of their features. */
const recordKinds = ['outputs', 'signals', 'cameras', 'macros', 'automations'] as const;

/** Returns the records of the kind that alarms are about; undefined if they are about none. */
const recordsOf = (layout: StudioLayout, kind: AlarmKind) => {
  const name = recordKinds.find((one) => one === featureOf(kind));
  return name && layout[name];
};

/** Returns the function that names the record that an alarm is about, by the layout in force; its subject if that is no record. */
export const namesIn =
  (current: { readonly layout: StudioLayout }) =>
  (kind: AlarmKind, subject: string): string =>
    recordsOf(current.layout, kind)?.find(({ id }) => id === subject)?.name ?? subject;

/** What the subject of an alarm about several records begins with, before their connection's id. */
const connectionPrefix = 'connection:';

/** Returns the subject of an alarm about all records of a kind that a connection has. */
export const connectionSubject = (connection: string): string => `${connectionPrefix}${connection}`;

const isAboutRemoved = (layout: StudioLayout, { kind, subject }: Alarm): boolean => {
  const records = recordsOf(layout, kind);
  if (records === undefined) return false;
  const connections = (layout.connections ?? []).map(({ id }) => ({ id: connectionSubject(id) }));
  return ![...records, ...connections].some(({ id }) => id === subject);
};

/** Clears the open alarms whose subject is not in a layout. */
export const clearRemovedSubjects = ({ open, clear }: Pick<Alarms, 'open' | 'clear'>, layout: StudioLayout): void => {
  for (const alarm of open()) if (isAboutRemoved(layout, alarm)) clear(alarm.kind, alarm.subject);
};
