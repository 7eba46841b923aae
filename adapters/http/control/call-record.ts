// The records of answered calls.
import * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../../../application/api/authorized-call.js';
import type { DispatchResult } from '../../../application/api/dispatch.js';
import type { CallRecord } from '../../../application/calls/call-record.js';
import type { FailureCode } from '../../../domain/failure.js';
import type { RequestHead } from '../server/request.js';
import { redactTarget } from './request/redact-target.js';
import { statusOf } from './status.js';

/** When a call was answered, in milliseconds since 1970 UTC, and how long after its arrival, in milliseconds. */
interface AnswerTime {
  readonly timeMs: number;
  readonly elapsedMs: number;
}

/** Returns the record of a dispatched call. Its status is the failure's own, even if `soft=1` made it 200 (PLAIN-5). */
export const callRecord = <Ports>(
  head: RequestHead,
  { operation, origin }: Call<Ports>,
  { caller, response, action, decidedBy, reported }: DispatchResult,
  status: number,
  { timeMs, elapsedMs }: AnswerTime,
): CallRecord => ({
  timeMs,
  call: {
    address: origin.address.text,
    caller,
    method: head.method,
    path: redactTarget(head),
    status: E.isLeft(response) ? statusOf[response.left.code] : status,
    error: E.isLeft(response) ? response.left.code : null,
  },
  action: action === undefined ? undefined : { operation: operation.name, actionId: action },
  decidedBy,
  answeredAfterMs: decidedBy && Math.round(elapsedMs),
  reported,
});

/** Returns the record of a call that was answered before its caller was resolved. */
export const unresolvedRecord = (
  head: RequestHead,
  address: string,
  status: number,
  error: FailureCode | null,
  timeMs: number,
): CallRecord => ({
  timeMs,
  call: { address, caller: null, method: head.method, path: redactTarget(head), status, error },
});
