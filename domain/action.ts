// An action: what became of a command that a caller asked for.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, moment, oneOf } from './codec/codec.js';
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
      state: ActionState,
      startedAt: moment,
      endedAt: described(t.union([moment, t.null]), { description: 'Null while nothing is known of its end' }),
      error: described(t.union([t.string, t.null]), {
        description: 'The code of what went wrong; stays ack_timeout where the acknowledgement came after the time-out',
      }),
    }),
    'Action',
  ),
  {
    description:
      'What became of an action. It stays pending until it is acknowledged, fails or times out; one that has timed ' +
      'out becomes acknowledged or failed when its device tells of it after all',
    examples: [
      {
        id: '0b9ee6a2-6f0e-4c11-a6b9-3f8f4d1c2a57',
        operation: 'clip.play',
        state: 'acknowledged',
        startedAt: '2026-01-31T12:00:00.000Z',
        endedAt: '2026-01-31T12:00:00.120Z',
        error: null,
      },
    ],
  },
);
export type Action = t.TypeOf<typeof Action>;

/** An action that begins; `at` is ISO-8601. */
export const beginAction = (id: string, operation: string, at: string): Action => ({
  ...{ id, operation, state: 'pending', startedAt: at, endedAt: null, error: null },
});

/** Whether hearing of its end tells anything new. */
const isNews = ({ state }: Action, ended: E.Either<Failure, unknown>): boolean =>
  state === 'pending' || (state === 'timed_out' && !(E.isLeft(ended) && ended.left.code === 'ack_timeout'));

const failed = (action: Action, { code }: Failure, at: string): Action => ({
  ...action,
  state: code === 'ack_timeout' ? 'timed_out' : 'failed',
  endedAt: at,
  error: code,
});

/**
 * What hearing of its end makes of an action. A time-out says only that nobody waits any more: what is heard later takes
 * its place, and the error goes on telling what the caller was told. Every other end is the last word.
 */
export const endAction = (action: Action, ended: E.Either<Failure, unknown>, at: string): Action => {
  if (!isNews(action, ended)) return action;
  if (E.isLeft(ended)) return failed(action, ended.left, at);
  return { ...action, state: 'acknowledged', endedAt: at };
};
