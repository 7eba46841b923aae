// What the event stream shows of the service on the studio: what the devices alone don't show.
import type { Duplex } from 'node:stream';
import type * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Alarm } from '../../application/alarms/alarm.js';
import { FiredTrigger } from '../../application/sequences/fired-triggers.js';
import { RequestLogEntry } from '../../application/calls/request-log.js';
import type { Watch } from '../../application/ports/watch.js';
import { FeatureSwitches } from '../../domain/access/configuration.js';
import type { ObservedStep } from '../../domain/access/observed-call.js';
import { described, listOf, orNull } from '../../domain/codec/codec.js';
import type { Failure } from '../../domain/failure.js';
import { Automation } from '../../domain/studio/automation.js';
import { Macro } from '../../domain/studio/macro.js';
import { Variable } from '../../domain/studio/variable.js';
import { maybe } from './maybe.js';

/** The fields of the service. Those of features that are switched off are empty. */
export const serviceFields = {
  url: described(t.string, { description: 'The base URL at which panels call the service' }),
  features: described(FeatureSwitches, { description: 'The features of the API, as they are switched at the console' }),
  status: orNull(t.string, 'The status of the studio, such as `on_air`; null while it may not be read'),
  holder: orNull(t.string, 'The name of the station that holds the studio; null for none'),
  activeBank: orNull(t.string, 'The key of the active bank; null for none'),
  tallies: described(t.readonly(t.record(t.string, t.string)), {
    description: 'The tallies of outputs and cameras, by their ids',
  }),
  macros: listOf(Macro),
  automations: listOf(Automation),
  triggers: described(listOf(FiredTrigger), {
    description: 'The triggers of automations that fired last, oldest first',
  }),
  variables: listOf(Variable),
  alarms: described(listOf(Alarm), { description: 'The open alarms, newest first' }),
};

/** The service on the studio. */
export const ServiceRecord = t.readonly(t.type(serviceFields), 'ObservedService');
export type ServiceRecord = t.TypeOf<typeof ServiceRecord>;

const text = maybe(t.string);

/** What admitted or refused a call. The fields depend on the step. */
const DecidedBy = t.readonly(
  t.type({
    step: t.string,
    device: maybe(t.readonly(t.type({ id: t.string, name: t.string }))),
    oldToken: maybe(t.boolean),
    username: text,
    entry: text,
    label: text,
    forwarded: maybe(t.boolean),
    feature: text,
    access: text,
  }),
  'DecidingStep',
) as unknown as t.Type<ObservedStep>;

/** A call of the service, with its answer. */
export const CallRecord = t.readonly(
  t.type({
    number: described(t.number, { description: 'Consecutive', type: 'integer' }),
    call: RequestLogEntry,
    action: orNull(t.string, 'The id of its action, that of the commands it sent; null for reads'),
    decidedBy: orNull(DecidedBy, 'The step that admitted or refused it; null if it was answered before that'),
    answeredAfterMs: orNull(t.number, 'From its arrival to its answer, in real milliseconds; null if unknown'),
  }),
  'ObservedCall',
);
export type CallRecord = t.TypeOf<typeof CallRecord>;

/** A service that the stream follows, and that the steering acts on. */
export interface ObservedService {
  /** The base URL at which panels call it. */
  readonly url: string;
  /** Opens a connection to it, on which it sees this address. */
  readonly connect: (address: string) => Duplex;
  /** Lets a station hold the studio, although another may hold it; null for none. */
  readonly hold: (station: string | null) => Promise<E.Either<Failure, void>>;
  /** Returns the service; null while it is stopped. */
  readonly read: () => ServiceRecord | null;
  /** Returns the latest calls, oldest first. */
  readonly calls: () => readonly CallRecord[];
  /** Reports that something may have changed. */
  readonly watch: Watch<unknown>;
  /**
   * Restarts the service. It is down for `downMs` milliseconds on the studio's clock. Returns a `conflict` if it can't start
   * again, or if the program stops meanwhile. Absent where it can't be restarted.
   */
  readonly restart?: (downMs: number) => Promise<E.Either<Failure, void>>;
}
