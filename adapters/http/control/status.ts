// What HTTP makes of failures.
import { failure, type Failure, type FailureCode } from '../../../domain/failure.js';

/**
 * Status of each failure (part 7 of the specification). Panels repeat a GET by themselves on 408, 413, 429 and 5xx:
 * an action that may have reached a device is therefore answered 424, never with one of those.
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

/** Sent with every 401 (part 7 of the specification). */
export const challenge = { 'WWW-Authenticate': 'Basic realm="SVCSERVERCOREAPI"' };

const refusals: Readonly<Record<number, string>> = {
  400: 'expected a request as HTTP/1.1 describes it',
  408: 'the request took too long to arrive',
  413: 'expected a shorter body',
  414: 'expected a shorter path and query',
  417: 'expected no other expectation than 100-continue',
  426: 'expected HTTP/1.1 and no other protocol',
  431: 'expected shorter headers',
};

/** The failure that a status of HTTP itself stands for, where a call never became one. */
export const refusalOf = (status: number): Failure => {
  const message = refusals[status];
  return message === undefined
    ? failure('internal_error', 'something unforeseen happened')
    : failure('invalid_parameter', message);
};
