// Clears alarms about records that the studio no longer has (RELOAD-9).
import type { StudioLayout } from '../../domain/studio/layout.js';
import { featureOf } from '../../domain/studio/alarm-kinds.js';
import type { Alarm } from './alarm.js';
import type { Alarms } from './alarms.js';

/** The kinds of records that alarms are about. They have the names of their features. */
const recordKinds = ['outputs', 'signals', 'cameras', 'macros', 'automations'] as const;

const isAboutRemoved = (layout: StudioLayout, { kind, subject }: Alarm): boolean => {
  const records = recordKinds.find((name) => name === featureOf(kind));
  return records !== undefined && !layout[records].some(({ id }) => id === subject);
};

/** Clears the open alarms whose subject is not in a layout. */
export const clearRemovedSubjects = ({ open, clear }: Pick<Alarms, 'open' | 'clear'>, layout: StudioLayout): void => {
  for (const alarm of open()) if (isAboutRemoved(layout, alarm)) clear(alarm.kind, alarm.subject);
};
