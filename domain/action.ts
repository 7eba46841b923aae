// Action records: how the command of a call ended.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, dateTime, oneOf } from './codec/codec.js';
import type { Failure } from './failure.js';

export const ActionState = described(oneOf('pending', 'acknowledged', 'failed', 'timed_out'), {
  examples: ['acknowledged'],
});
export type ActionState = t.TypeOf<typeof ActionState>;

/** An action as a caller reads it. */
export const Action = described(
  t.readonly(
    t.type({
      id: described(t.string, { description: 'As in X-Action-Id' }),
      operation: t.string,
      caller: described(t.union([t.string, t.null]), {
        description: 'As in the request log; null if no caller was resolved',
      }),
      state: ActionState,
      startedAt: dateTime,
      endedAt: described(t.union([dateTime, t.null]), { description: 'Null while its end is unknown' }),
      error: described(t.union([t.string, t.null]), {
        description: 'The error code; stays ack_timeout when the acknowledgement came after the time-out',
      }),
    }),
    'Action',
  ),
  {
    description:
      'The state of an action. It stays pending until it is acknowledged, fails or times out. An action that has timed ' +
      'out becomes acknowledged or failed when its device reports the end later',
    examples: [
      {
        id: '0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57',
        operation: 'clip.play',
        caller: 'device:Panel A',
        state: 'acknowledged',
        startedAt: '2026-01-31T12:00:00.000Z',
        endedAt: '2026-01-31T12:00:00.120Z',
        error: null,
      },
    ],
  },
);
export type Action = t.TypeOf<typeof Action>;

/** What is known of an action when it starts. */
export type ActionHead = Pick<Action, 'id' | 'operation' | 'caller'>;

/** Creates the record of a started action; `at` is ISO-8601. */
export const beginAction = ({ id, operation, caller }: ActionHead, at: string): Action => ({
  id,
  operation,
  caller,
  state: 'pending',
  startedAt: at,
  endedAt: null,
  error: null,
});

/** Whether a reported result changes the record. */
const changesRecord = ({ state }: Action, result: E.Either<Failure, unknown>): boolean =>
  state === 'pending' || (state === 'timed_out' && !(E.isLeft(result) && result.left.code === 'ack_timeout'));

const failed = (action: Action, { code }: Failure, at: string): Action => ({
  ...action,
  state: code === 'ack_timeout' ? 'timed_out' : 'failed',
  endedAt: at,
  error: code,
});

/**
 * Returns the record after a result was reported. A time-out only ends the caller's wait: a later result replaces it,
 * while `error` keeps the code that the caller received. Every other end is final.
 */
export const endAction = (action: Action, result: E.Either<Failure, unknown>, at: string): Action => {
  if (!changesRecord(action, result)) return action;
  if (E.isLeft(result)) return failed(action, result.left, at);
  return { ...action, state: 'acknowledged', endedAt: at };
};
