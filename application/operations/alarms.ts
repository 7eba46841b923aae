// Alarms: the list of the open ones (ALARM-1).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Alarm } from '../alarms/alarm.js';
import { seesAlarm, type AlarmVisibilityDeps } from '../alarms/alarm-visibility.js';
import type { Alarms } from '../alarms/alarms.js';
import { read } from '../api/read.js';

interface Ports extends AlarmVisibilityDeps {
  readonly alarms: Alarms;
}

/** The list of open alarms. */
export const alarmList = read({
  name: 'alarm.list',
  summary: 'The open alarms, newest first',
  feature: 'system',
  path: '/alarms',
  result: { alarms: t.readonlyArray(Alarm) },
  plain: (body) => String(body.alarms.length),
  run: (ports: Ports, _input, { caller }) => E.right({ alarms: ports.alarms.open().filter(seesAlarm(ports, caller)) }),
});

export const alarmOperations = [alarmList];
