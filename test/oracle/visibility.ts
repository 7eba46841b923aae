// What admitted callers see of several features: events, the state and action records.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { alarmKinds, featureOf } from '../../domain/studio/alarm-kinds.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { snapshotOf, type SnapshotPorts } from '../../application/events/snapshot.js';
import { stateFeatures } from '../../application/events/state-parts.js';
import { viewOf } from '../../application/events/view.js';
import type { ActionRecords } from '../../application/commands/action-records.js';
import type { CallContext } from '../../application/api/operation.js';
import { alarmList } from '../../application/operations/alarms.js';
import { action, actions } from '../../application/operations/actions.js';
import type { StudioState } from '../../application/state/studio-state.js';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import type { Feature } from '../../domain/feature.js';
import { recordsOf } from '../../domain/studio/records.js';
import type { Route } from './table.js';

type MaybeCaller = Caller | RefusedDevice | undefined;

/** A studio without a holder and without stations. */
const studio = { records: { stations: recordsOf('station', []) }, runtime: () => ({ holder: null }) };

const oneRecord = recordsOf('signal', [{ id: 'one', key: 'one' }]);

/** What the state of a studio is read from that has one record of each kind. */
const smallStudio = {
  layout: { id: 'one', name: 'One', outputs: [], cameras: [] },
  records: {
    stations: oneRecord,
    signals: oneRecord,
    cameras: oneRecord,
    outputs: oneRecord,
    banks: oneRecord,
    macros: oneRecord,
    automationsOf: () => oneRecord,
    variablesOf: () => oneRecord,
  },
  runtime: () => ({ holder: null, status: 'off_air', variables: {} }),
};

/** Devices that are away. */
const away = { connected: () => false, value: () => null, state: () => ({ connected: false, scenes: [] }) };

/** Whether the state that a caller reads contains the records of a feature. */
export const isPartShown = (policy: AccessPolicy, caller: MaybeCaller, about: string): boolean => {
  const sequences = { state: ({ id }: { readonly id: string }) => ({ id }) };
  const ports: unknown = {
    access: { current: () => policy },
    studio: smallStudio,
    clock: { now: () => 0 },
    macros: sequences,
    automations: sequences,
    players: away,
    signalLines: away,
    cameras: away,
    graphics: { record: () => null },
  };
  const shown = Object.keys(snapshotOf(ports as SnapshotPorts, caller)).map((part) => stateFeatures[part]);
  return shown.some((feature) => feature === about);
};

/** Whether a caller's event stream sends a change of a feature. */
export const isEventSent = (policy: AccessPolicy, caller: MaybeCaller, about: string): boolean =>
  viewOf({ access: { current: () => policy }, studio: studio as unknown as StudioState }, caller).sees({
    name: about,
    feature: about as Feature,
    record: { kind: about, id: 'one' },
    station: null,
    holder: null,
  });

/** Whether the list of alarms shows a caller an alarm about a record of a feature. */
export const isAlarmShown = (policy: AccessPolicy, caller: MaybeCaller, about: string): boolean => {
  const kind = alarmKinds.find((one) => featureOf(one) === about) ?? 'macro_failed';
  const alarm = { id: 'one', kind, subject: 'some', message: '', raisedAt: '', clearedAt: null };
  const ports = {
    alarms: { open: () => [alarm] } as unknown as Alarms,
    access: { current: () => policy },
    studio: studio as unknown as StudioState,
  };
  return pipe(
    alarmList.prepare({ path: new Map(), query: new Map() }),
    E.chain(({ run }) => run(ports, { caller } as CallContext)),
    E.exists((outcome) => 'plain' in outcome && outcome.plain === '1'),
  );
};

const ended = {
  id: 'one',
  operation: 'some.thing',
  caller: null,
  state: 'acknowledged',
  startedAt: '',
  endedAt: '',
  error: null,
} as const;

type ActionRoute = Extract<Route, { readonly kind: 'v2 action' | 'v2 actions' }>;

/** The action of the route, as the only one. */
const portsWith = (policy: AccessPolicy, { about, own }: ActionRoute) => {
  const record = { action: ended, owner: own ? 'the caller' : 'another', feature: about as Feature };
  const records: Pick<ActionRecords, 'find' | 'newestFirst'> = { find: () => record, newestFirst: () => [record] };
  return { actions: records as ActionRecords, access: { current: () => policy } };
};

const contextOf = (caller: MaybeCaller): CallContext => ({ caller, identity: 'the caller' }) as CallContext;

/** Whether a caller finds an action record. */
export const isActionShown = (policy: AccessPolicy, caller: MaybeCaller, route: ActionRoute): boolean =>
  pipe(
    action.prepare({ path: new Map([['id', ['one']]]), query: new Map() }),
    E.chain(({ run }) => run(portsWith(policy, route), contextOf(caller))),
    E.isRight,
  );

/** Whether the list of actions contains a record. */
export const isActionListed = (policy: AccessPolicy, caller: MaybeCaller, route: ActionRoute): boolean =>
  pipe(
    actions.prepare({ path: new Map(), query: new Map() }),
    E.chain(({ run }) => run(portsWith(policy, route), contextOf(caller))),
    E.exists((outcome) => 'plain' in outcome && outcome.plain === '1'),
  );
