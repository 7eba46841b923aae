// Failures: the error codes of the API, with a message each.
import { redactTokens } from './access/redaction.js';

/**
 * Error codes of the device-control API (`features/rules/errors.yaml`).
 * `adapters/http` maps them to HTTP statuses.
 */
export type FailureCode =
  | 'unauthorized'
  | 'read_only'
  | 'forbidden'
  | 'feature_disabled'
  | 'method_not_allowed'
  | 'invalid_parameter'
  | 'station_mismatch'
  | 'not_found'
  | 'conflict'
  | 'device_error'
  | 'device_unavailable'
  | 'ack_timeout'
  | 'unavailable'
  | 'internal_error';

/** A refusal or fault: a code for programs and a message for people. The message contains no credential (ERROR-13). */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

/** Creates a {@link Failure}. Tokens in the message are redacted, because it may repeat what was sent. */
export const failure = (code: FailureCode, message: string): Failure => ({ code, message: redactTokens(message) });
