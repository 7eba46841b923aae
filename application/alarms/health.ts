// The service's health: degraded while an alarm is open that limits what the studio can do (HEALTH-2).
import type * as t from 'io-ts';
import { described, oneOf } from '../../domain/codec/codec.js';
import { degrades } from '../../domain/studio/alarm-kinds.js';
import type { Alarm } from './alarm.js';
import type { Alarms } from './alarms.js';

export const HealthStatus = described(oneOf('ok', 'degraded'), {
  description: 'degraded while a device or the console is away, an automation has failed, or a file can’t be written',
  examples: ['ok'],
});
export type HealthStatus = t.TypeOf<typeof HealthStatus>;

/** Returns the open alarms that degrade the health, newest first. */
export const degradingAlarms = ({ open }: Pick<Alarms, 'open'>): readonly Alarm[] =>
  open().filter(({ kind }) => degrades(kind));

/** Returns the health now. */
export const healthStatus = (alarms: Pick<Alarms, 'open'>): HealthStatus =>
  degradingAlarms(alarms).length === 0 ? 'ok' : 'degraded';
