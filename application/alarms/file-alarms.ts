// Raises an alarm while a file that the service keeps can't be written (ALARM-7).
import type { FileAlarm } from '../state/write-behind.js';
import type { Alarms } from './alarms.js';

/** The kept files, by the subjects of their alarms. */
const sentences = {
  'runtime-state': 'the runtime state is in force but can’t be written to disk; a restart would undo it',
  configuration: 'the access configuration is in force but can’t be written to disk; a restart would undo it',
  reports: 'reports for the console can’t be written to disk; a restart would lose them',
  'audit-log': 'the audit log can’t be written to disk',
  'audit-log-refused': 'the audit log of refused callers can’t be written to disk',
  'as-run-log': 'the as-run log can’t be written to disk',
  webhooks: 'messages for webhooks can’t be written to disk; a restart would lose them',
} as const;

/** Returns the alarm of a file. */
export const fileAlarm = (
  { raise, clear }: Pick<Alarms, 'raise' | 'clear'>,
  file: keyof typeof sentences,
): FileAlarm => ({
  raise: () => {
    raise('file_unwritable', file, sentences[file]);
  },
  clear: () => {
    clear('file_unwritable', file);
  },
});
