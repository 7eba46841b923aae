// Everything that can be refused or go wrong, told in one union of codes.
import { redactTokens } from './access/redaction.js';

/**
 * Error codes of the device-control API (part 7 of the specification, and what it leaves open).
 * What HTTP makes of each code is known to `adapters/http` alone.
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

/** A refusal or fault: the code for programs, the message for people. The message never holds a credential. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

/** Makes a {@link Failure}; a message that repeats what was sent may meet a token there, and hides it. */
export const failure = (code: FailureCode, message: string): Failure => ({ code, message: redactTokens(message) });
