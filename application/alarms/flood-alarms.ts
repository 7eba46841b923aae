// Raises an alarm while equipment sends more than the service reads. Connections exist before the alarms do.
import type { Alarms } from './alarms.js';

type FloodAlarms = Pick<Alarms, 'raise' | 'clear'>;

/** Notes that equipment floods the service, by a clause about it, or that it doesn't any more (null). */
type NoteFlood = (id: string, clause: string | null) => void;

/** Collects floods. */
export interface FloodReports {
  /** A connection of the studio file. */
  readonly connection: NoteFlood;
  /** A player with an address of its own, by its output. */
  readonly output: NoteFlood;
  /** Raises and clears alarms from now on. */
  readonly follow: (alarms: FloodAlarms) => void;
}

/** Returns reports without any flood. */
export const floodReports = (): FloodReports => {
  const open = new Map<string, string>();
  let followed: FloodAlarms | undefined;
  const note =
    (equipment: (id: string) => string): NoteFlood =>
    (id, clause) => {
      if (clause === null) {
        open.delete(id);
        followed?.clear('device_floods', id);
        return;
      }
      const message = `${equipment(id)} floods the service: ${clause}`;
      open.set(id, message);
      followed?.raise('device_floods', id, message);
    };
  return {
    connection: note((id) => `the equipment of the connection "${id}"`),
    output: note((id) => `the player of the output "${id}"`),
    follow: (alarms) => {
      followed = alarms;
      for (const [id, message] of open) alarms.raise('device_floods', id, message);
    },
  };
};
