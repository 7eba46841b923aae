// HTTP statuses of failures, and failures of HTTP statuses.
import { failure, invalidRequest, type Failure, type FailureCode } from '../../../domain/failure.js';
import { maxBodyBytes } from '../server/body.js';
import { maxTargetLength } from '../server/limits.js';
import { maxParameters } from '../server/request-target.js';

/**
 * Status of each failure. Panels repeat a GET by themselves on 408, 413, 429 and 5xx. An action that may have reached a
 * device is therefore answered 424 (ERROR-23).
 */
export const statusOf: Readonly<Record<FailureCode, number>> = {
  unauthorized: 401,
  read_only: 403,
  forbidden: 403,
  feature_disabled: 403,
  method_not_allowed: 405,
  invalid_parameter: 400,
  station_mismatch: 409,
  not_found: 404,
  conflict: 409,
  device_error: 424,
  device_unavailable: 424,
  ack_timeout: 424,
  unavailable: 503,
  internal_error: 500,
};

/** Header of every 401 (ERROR-3). */
export const basicChallenge = { 'WWW-Authenticate': 'Basic realm="SVCSERVERCOREAPI"' };

const refusalMessages: Readonly<Record<number, string>> = {
  400: 'the request is not valid HTTP/1.1',
  408: 'the request did not arrive in time',
  413: `the body is too long; expected at most ${String(maxBodyBytes)} bytes`,
  414: `the path and query are too long; expected at most ${String(maxTargetLength)} characters and ${String(maxParameters)} parameters`,
  417: 'expected no Expect header other than 100-continue',
  426: 'expected HTTP/1.1 without an upgrade to another protocol',
  431: 'the headers are too long; expected at most 16 KiB',
};

/** Returns the failure of a request that the server refused with a status before any handler. */
export const refusalFailure = (status: number): Failure => {
  const message = refusalMessages[status];
  return message === undefined ? failure('internal_error', 'an unexpected error occurred') : invalidRequest(message);
};
