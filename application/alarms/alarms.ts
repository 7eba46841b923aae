// The open alarms. They are kept in memory: what is still wrong after a restart is raised again by what watches it.
import { redactTokens } from '../../domain/access/redaction.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Secrets } from '../ports/secrets.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import type { Alarm } from './alarm.js';
import type { AlarmKind } from '../../domain/studio/alarm-kinds.js';

/** Raises and clears alarms. */
export interface Alarms {
  /**
   * Raises an alarm. At most one alarm of a kind is open for a subject: raising it again changes only its message. The
   * subject is a record's id or another fixed name, so that the number of open alarms is bounded (ALARM-4). A message that
   * names the record is a function of that name (ALARM-12).
   */
  readonly raise: (kind: AlarmKind, subject: string, message: string | ((name: string) => string)) => void;
  /** Clears an alarm. Has no effect if none is open. */
  readonly clear: (kind: AlarmKind, subject: string) => void;
  /** Returns the open alarms, newest first. */
  readonly open: () => readonly Alarm[];
  /** Reports every alarm that is raised, gets another message, or is cleared. */
  readonly watch: Watch<Alarm>;
}

export interface AlarmsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
  /** Returns the name of the record that an alarm is about. Default: its id. */
  readonly nameOf?: (kind: AlarmKind, subject: string) => string;
}

const keyOf = (kind: AlarmKind, subject: string): string => `${kind} ${subject}`;

/** Returns a list without open alarms. */
export const alarms = ({ clock, secrets, log, nameOf = (_kind, subject) => subject }: AlarmsDeps): Alarms => {
  const open = new Map<string, Alarm>();
  const { watch, notify } = changeNotifier<Alarm>();
  const now = (): string => new Date(clock.now()).toISOString();

  const put = (key: string, alarm: Alarm): void => {
    open.set(key, alarm);
    log.warn(`alarm: ${alarm.message}`, { kind: alarm.kind, subject: alarm.subject });
    notify(alarm);
  };

  return {
    watch,
    open: () => [...open.values()].reverse(),
    raise: (kind, subject, text) => {
      const key = keyOf(kind, subject);
      const message = redactTokens(typeof text === 'string' ? text : text(nameOf(kind, subject)));
      const before = open.get(key);
      if (before === undefined)
        put(key, { id: secrets.id(), kind, subject, message, raisedAt: now(), clearedAt: null });
      else if (before.message !== message) put(key, { ...before, message });
    },
    clear: (kind, subject) => {
      const key = keyOf(kind, subject);
      const alarm = open.get(key);
      if (alarm === undefined) return;
      open.delete(key);
      log.info(`alarm cleared: ${alarm.message}`, { kind, subject });
      notify({ ...alarm, clearedAt: now() });
    },
  };
};
