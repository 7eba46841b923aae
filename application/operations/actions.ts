// Actions: the records of the last actions (SHAPE-5).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { Action, ActionState } from '../../domain/action.js';
import { described } from '../../domain/codec/codec.js';
import { failure } from '../../domain/failure.js';
import type { ActionRecord, ActionRecords } from '../commands/action-records.js';
import type { CallContext } from '../api/operation.js';
import { someText } from '../api/parameters.js';
import type { CurrentAccess } from '../ports/current-access.js';
import { read } from '../api/read.js';
import { mayRead } from '../access/visibility.js';

interface Ports {
  readonly actions: ActionRecords;
  readonly access: CurrentAccess;
}

const actionId = described(someText, {
  description: 'The id of the action, from the header X-Action-Id',
  examples: ['0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57'],
});

/** Callers may read their own actions, and those of features that they may read (SWITCH-8). */
const mayReadAction =
  ({ access }: Ports, { caller, identity }: CallContext) =>
  ({ owner, feature }: ActionRecord): boolean =>
    owner === identity || feature === null || mayRead(access.current().configuration, caller, feature);

/** The record of one action. */
export const action = read({
  name: 'action.get',
  summary: 'The state of an action',
  feature: null,
  tag: 'system',
  path: '/actions/:id',
  params: { id: actionId },
  result: { action: Action },
  plain: (body) => body.action.state,
  plainForm: ActionState,
  run: (ports: Ports, { id }, context) =>
    pipe(
      ports.actions.find(id),
      E.fromNullable(failure('not_found', `there is no action "${id}"`)),
      E.filterOrElse(mayReadAction(ports, context), () => failure('not_found', `there is no action "${id}"`)),
      E.map((record) => ({ action: record.action })),
    ),
});

export const actionOperations = [action];
