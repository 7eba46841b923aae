// A call and its answer, as the request log and the service's own log write it.
import * as E from 'fp-ts/lib/Either.js';
import type { DispatchResult } from '../../../application/api/dispatch.js';
import type { FailureCode } from '../../../domain/failure.js';
import type { RequestHead } from '../server/request.js';
import { redactTarget } from './request/redact-target.js';
import { statusOf } from './status.js';

/** One call that was answered; the time is whoever logs it's. */
export interface CallLogEntry {
  readonly address: string;
  readonly caller: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
}

/** Tells a call that was dispatched. The status is the true one, also where the answer said 200 for the panel's sake. */
export const callLogEntry = (
  asked: RequestHead,
  address: string,
  { caller, response: answered }: DispatchResult,
  status: number,
): CallLogEntry => ({
  address,
  caller,
  method: asked.method,
  path: redactTarget(asked),
  status: E.isLeft(answered) ? statusOf[answered.left.code] : status,
  error: E.isLeft(answered) ? answered.left.code : null,
});

/** Tells a call that was answered before anybody asked whose it was. */
export const unresolvedLogEntry = (
  asked: RequestHead,
  address: string,
  status: number,
  error: FailureCode | null,
): CallLogEntry => ({
  ...{ address, caller: null, method: asked.method, path: redactTarget(asked), status, error },
});
