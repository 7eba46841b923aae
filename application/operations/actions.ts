// Actions: the records of the last actions (SHAPE-5, SHAPE-6).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Action, ActionState } from '../../domain/action.js';
import { described } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { ActionRecord, ActionRecords } from '../commands/action-records.js';
import type { CallContext } from '../api/operation.js';
import { optional, someText } from '../api/parameters.js';
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

/** The most records of one answer. */
const listLength = 100;

/** The host sees the actions of every admitted caller, others see their own (SHAPE-6). */
const listedFor = (ports: Ports, context: CallContext): readonly ActionRecord[] => {
  const isHost = context.caller?.kind === 'loopback';
  const isVisible = mayReadAction(ports, context);
  return ports.actions
    .newestFirst()
    .filter((record) => (isHost || record.owner === context.identity) && isVisible(record));
};

const sinceId = described(optional(someText), {
  description: 'The id of an action of the list: only newer ones are listed',
  examples: ['0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57'],
});

/** Returns the records that are newer than an action, or `not_found` if it isn't among them. */
const newerThan = (
  records: readonly ActionRecord[],
  since: string | undefined,
): E.Either<Failure, readonly ActionRecord[]> => {
  if (since === undefined) return E.right(records);
  const found = records.findIndex((record) => record.action.id === since.toLowerCase());
  const missing = `there is no action "${since}" in the list; expected one of the last, or a call without since`;
  return found < 0 ? E.left(failure('not_found', missing)) : E.right(records.slice(0, found));
};

/** The records of the last actions. */
export const actions = read({
  name: 'action.list',
  summary: "The caller's last 100 actions, newest first; for the host those of all callers",
  feature: null,
  tag: 'system',
  path: '/actions',
  query: { since: sinceId },
  result: { actions: t.readonlyArray(Action) },
  plain: (body) => String(body.actions.length),
  run: (ports: Ports, { since }, context) =>
    pipe(
      newerThan(listedFor(ports, context), since),
      E.map((records) => ({ actions: records.slice(0, listLength).map((record) => record.action) })),
    ),
});

export const actionOperations = [actions, action];
