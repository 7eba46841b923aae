// What the event stream shows of the service on the studio: what the devices alone don't show.
import * as t from 'io-ts';
import { Alarm } from '../../application/alarms/alarm.js';
import { RequestLogEntry } from '../../application/calls/request-log.js';
import type { Watch } from '../../application/ports/watch.js';
import { described, listOf, orNull } from '../../domain/codec/codec.js';
import { Automation } from '../../domain/studio/automation.js';
import { Macro } from '../../domain/studio/macro.js';
import { Variable } from '../../domain/studio/variable.js';

/** The fields of the service. Those of features that are switched off are empty. */
export const serviceFields = {
  status: orNull(t.string, 'The status of the studio, such as `on_air`; null while it may not be read'),
  holder: orNull(t.string, 'The name of the station that holds the studio; null for none'),
  activeBank: orNull(t.string, 'The key of the active bank; null for none'),
  tallies: described(t.readonly(t.record(t.string, t.string)), {
    description: 'The tallies of outputs and cameras, by their ids',
  }),
  macros: listOf(Macro),
  automations: listOf(Automation),
  variables: listOf(Variable),
  alarms: described(listOf(Alarm), { description: 'The open alarms, newest first' }),
};

/** The service on the studio. */
export const ServiceRecord = t.readonly(t.type(serviceFields), 'ObservedService');
export type ServiceRecord = t.TypeOf<typeof ServiceRecord>;

/** A call of the service, with its answer. */
export const CallRecord = t.readonly(
  t.type({ number: described(t.number, { description: 'Consecutive', type: 'integer' }), call: RequestLogEntry }),
  'ObservedCall',
);
export type CallRecord = t.TypeOf<typeof CallRecord>;

/** A service that the stream follows. */
export interface ObservedService {
  readonly read: () => ServiceRecord;
  /** Returns the latest calls, oldest first. */
  readonly calls: () => readonly CallRecord[];
  /** Reports that something may have changed. */
  readonly watch: Watch<unknown>;
}
