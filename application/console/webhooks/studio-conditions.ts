// What is open at a studio, as far as the console knows: its alarms, and whether it is away (WEBHOOK-14).
import { utcTime } from '../../../domain/codec/utc-time.js';
import { subjectOf, type OpenCondition } from '../../../domain/console/webhook.js';
import type { StudioSyncStatus } from '../../ports/console-store.js';

/** What is open at a studio. */
export interface StudioConditions {
  /** By subject. */
  readonly open: ReadonlyMap<string, OpenCondition>;
  /** Whether something that isn't among them may still be open, although it isn't known to be. */
  readonly mayBeOpen: (condition: OpenCondition) => boolean;
}

/** Nothing is open at a studio that was removed. */
export const nothing: StudioConditions = { open: new Map(), mayBeOpen: () => false };

/** Returns when the service of a studio was disconnected; undefined while it is connected, and before it has ever been. */
export const awaySince = ({ connected, disconnectedAt, confirmedAt }: StudioSyncStatus): number | undefined =>
  connected ? undefined : (disconnectedAt ?? confirmedAt ?? undefined);

/** Returns up to which time there may be open alarms that a service leaves out, since it has too many. */
const leftOutUntil = ({ service }: StudioSyncStatus): number => {
  if (service === null) return Infinity;
  if (service.furtherAlarms === 0) return -Infinity;
  return Math.min(...service.alarms.map(({ raisedAt }) => Date.parse(raisedAt)));
};

/** Returns what is open. `isAway` is whether the studio has been disconnected for long enough. */
export const studioConditions = (status: StudioSyncStatus, isAway: boolean): StudioConditions => {
  const { studio, service, connected } = status;
  const sinceMs = awaySince(status);
  const away = isAway && sinceMs !== undefined ? [{ studio, alarm: null, since: utcTime(sinceMs) }] : [];
  const alarms = (service?.alarms ?? []).map((alarm) => ({ studio, alarm, since: alarm.raisedAt }));
  const untilMs = leftOutUntil(status);
  return {
    open: new Map([...away, ...alarms].map((condition) => [subjectOf(condition), condition])),
    mayBeOpen: ({ alarm, since }) => (alarm === null ? !connected : Date.parse(since) <= untilMs),
  };
};
