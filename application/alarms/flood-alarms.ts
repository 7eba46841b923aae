// Raises an alarm while equipment sends more than the service reads. Connections exist before the alarms do.
import type { Alarms } from './alarms.js';

type FloodAlarms = Pick<Alarms, 'raise' | 'clear'>;

/** Collects floods. */
export interface FloodReports {
  /** Notes that the equipment of a connection floods the service, by a clause about it, or that it doesn't any more (null). */
  readonly note: (connection: string, clause: string | null) => void;
  /** Raises and clears alarms from now on. */
  readonly follow: (alarms: FloodAlarms) => void;
}

/** Returns reports without any flood. */
export const floodReports = (): FloodReports => {
  const open = new Map<string, string>();
  let followed: FloodAlarms | undefined;
  return {
    note: (id, clause) => {
      if (clause === null) {
        open.delete(id);
        followed?.clear('device_floods', id);
        return;
      }
      const message = `the equipment of the connection "${id}" floods the service: ${clause}`;
      open.set(id, message);
      followed?.raise('device_floods', id, message);
    },
    follow: (alarms) => {
      followed = alarms;
      for (const [id, message] of open) alarms.raise('device_floods', id, message);
    },
  };
};
