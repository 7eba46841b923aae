// Log entries of calls, for the request log and the service's own log.
import * as E from 'fp-ts/lib/Either.js';
import type { DispatchResult } from '../../../application/api/dispatch.js';
import type { FailureCode } from '../../../domain/failure.js';
import type { RequestHead } from '../server/request.js';
import { redactTarget } from './request/redact-target.js';
import { statusOf } from './status.js';

/** One answered call. The log adds the time. */
export interface CallLogEntry {
  readonly address: string;
  readonly caller: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
}

/** Returns the entry of a dispatched call. Its status is the failure's own, even if `soft=1` made it 200 (PLAIN-5). */
export const callLogEntry = (
  head: RequestHead,
  address: string,
  { caller, response }: DispatchResult,
  status: number,
): CallLogEntry => ({
  address,
  caller,
  method: head.method,
  path: redactTarget(head),
  status: E.isLeft(response) ? statusOf[response.left.code] : status,
  error: E.isLeft(response) ? response.left.code : null,
});

/** Returns the entry of a call that was answered before its caller was resolved. */
export const unresolvedLogEntry = (
  head: RequestHead,
  address: string,
  status: number,
  error: FailureCode | null,
): CallLogEntry => ({
  address,
  caller: null,
  method: head.method,
  path: redactTarget(head),
  status,
  error,
});
