// What those who are let in are shown of several features: the events, and the records of actions.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { viewOf } from '../../application/events/view.js';
import type { ActionRecords } from '../../application/commands/action-records.js';
import type { CallContext } from '../../application/api/operation.js';
import { action } from '../../application/operations/actions.js';
import type { StudioState } from '../../application/state/studio-state.js';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import type { Feature } from '../../domain/feature.js';
import { recordsOf } from '../../domain/studio/records.js';
import type { Route } from './table.js';

type Shown = Caller | RefusedDevice | undefined;

/** Nobody holds the studio, and no record of it is a station's. */
const studio = { records: { stations: recordsOf('station', []) }, runtime: () => ({ holder: null }) };

/** Whether a caller's stream tells of a change of a feature. */
export const isTold = (enforcement: AccessPolicy, caller: Shown, about: string): boolean =>
  viewOf({ access: { current: () => enforcement }, studio: studio as unknown as StudioState }, caller).sees({
    ...{ event: { id: '1', event: about, data: {} }, feature: about as Feature, station: null, holder: null },
  });

const ended = {
  id: 'one',
  operation: 'some.thing',
  state: 'acknowledged',
  startedAt: '',
  endedAt: '',
  error: null,
} as const;

/** Whether a caller finds the record of an action. */
export const isShown = (
  enforcement: AccessPolicy,
  caller: Shown,
  { about, own }: Extract<Route, { readonly kind: 'v2 action' }>,
): boolean => {
  const record = { action: ended, owner: own ? 'the caller' : 'another', feature: about as Feature };
  const actions: Pick<ActionRecords, 'find'> = { find: () => record };
  const ports = { actions: actions as ActionRecords, access: { current: () => enforcement } };
  return pipe(
    action.prepare({ path: new Map([['id', ['one']]]), query: new Map() }),
    E.chain(({ run }) => run(ports, { caller, identity: 'the caller' } as CallContext)),
    E.isRight,
  );
};
