// How answers are stored, and which of them are still kept after a start (IDEMPOTENCY-9).
import * as E from 'fp-ts/lib/Either.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';
import { withoutData } from '../../domain/failure.js';
import { acceptedOnly } from '../commands/acknowledgement.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { ActionAnswer } from './action-answer.js';

/** Returns a response as it is stored; undefined for an event stream, which no action returns. */
export const storedResponse = ({ response }: ActionAnswer): KeptAnswer['response'] | undefined => {
  if (E.isLeft(response)) return { failure: { code: response.left.code, message: response.left.message } };
  if (response.right === acceptedOnly) return { result: acceptedOnly };
  return 'body' in response.right ? { result: response.right } : undefined;
};

/** Returns the answer to a call that was stored. */
export const answerOf = ({ action, response }: KeptAnswer): ActionAnswer => ({
  response:
    'failure' in response
      ? E.left(withoutData(response.failure.code, response.failure.message))
      : E.right(response.result),
  isSent: true,
  ...(action !== undefined && { action }),
});

/**
 * Returns the answers whose time hasn't passed. Answers that would be kept for longer than `lifetimeMs` are forgotten: the
 * clock was set back, and when their time passes is unknown.
 */
export const unexpired = (
  stored: readonly KeptAnswer[],
  { clock, log, lifetimeMs }: { readonly clock: Pick<Clock, 'now'>; readonly log: Log; readonly lifetimeMs: number },
): readonly KeptAnswer[] => {
  const nowMs = clock.now();
  const usable = stored.filter(({ endsAtMs }) => endsAtMs - nowMs <= lifetimeMs);
  const forgotten = stored.length - usable.length;
  if (forgotten > 0) log.warn('the clock was set back; idempotency keys are forgotten', { forgotten });
  return usable.filter(({ endsAtMs }) => endsAtMs > nowMs);
};
