// Failures: what happened, as data for programs and as a message for people.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { redactTokens } from './access/redaction.js';
import { formatIssues, issuesWithin, validationIssues, type Issue } from './codec/issues.js';
import { featureNames, type Access, type Feature } from './feature.js';

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

/** A code, its message, and what is known besides. No part of it contains a credential (ERROR-13). */
type Failed<Code extends FailureCode, Data = unknown> = Data & {
  readonly code: Code;
  readonly message: string;
  /** The failure of a part that is the reason for this one. */
  readonly cause?: Failure;
};

/** What a caller may have meant by a name that no record has, for callers that may read the feature (ERROR-26). */
export interface Suggestion {
  readonly feature: Feature;
  /** Returns the nearest name as shown to people; undefined if none is near. The names are compared only if somebody asks. */
  readonly nearest: () => string | undefined;
}

/** A refusal or a fault. Its code says what happened; some codes carry more. */
export type Failure =
  | Failed<'invalid_parameter', { readonly issues: readonly Issue[] }>
  | Failed<'conflict', { readonly issues?: readonly Issue[] }>
  | Failed<'not_found' | 'station_mismatch', { readonly suggestion?: Suggestion | undefined }>
  | Failed<
      'device_error',
      {
        /**
         * `superseded`: a later command replaced this one before it was confirmed. `unexpected`: an error of the service's own,
         * after which the command may have reached the device.
         */
        readonly reason?: 'superseded' | 'unexpected';
      }
    >
  | Failed<Exclude<FailureCode, 'invalid_parameter' | 'conflict' | 'not_found' | 'station_mismatch' | 'device_error'>>;

/** Returns what a caller may have meant; undefined if the failure isn't that of a name. */
export const suggestionOf = (failed: Failure): Suggestion | undefined =>
  'suggestion' in failed ? failed.suggestion : undefined;

/** The codes of failures that need no data: an invalid parameter always names its issues. */
export type PlainCode = Exclude<FailureCode, 'invalid_parameter'>;

/** Creates a {@link Failure} of its code alone. Tokens in the message are redacted, because it may repeat what was sent. */
export const failure = (code: PlainCode, message: string): Failure => ({
  code,
  message: redactTokens(message),
});

const redactedIssue = ({ path, expected, got, suggestion }: Issue): Issue => ({
  path: redactTokens(path),
  expected: redactTokens(expected),
  ...(got !== undefined && { got: redactTokens(got) }),
  ...(suggestion !== undefined && { suggestion: redactTokens(suggestion) }),
});

/** Returns the failure of a value that a caller sent: what is wrong with it. `root` names the value itself. */
export const invalid = (issues: readonly Issue[], root?: string): Failure => ({
  code: 'invalid_parameter',
  message: redactTokens(formatIssues(issues, root)),
  issues: issues.map(redactedIssue),
});

/** Returns the failure of a value that doesn't fit what is there already. */
export const conflicting = (issues: readonly Issue[]): Failure => ({
  code: 'conflict',
  message: redactTokens(formatIssues(issues)),
  issues: issues.map(redactedIssue),
});

/** Returns the failure of a request that is wrong as a whole. */
export const invalidRequest = (message: string): Failure => ({
  code: 'invalid_parameter',
  message: redactTokens(message),
  issues: [],
});

/** Returns a failure of which only the code and the message are known, as of an answer that was stored. */
export const withoutData = (code: FailureCode, message: string): Failure =>
  code === 'invalid_parameter' ? invalidRequest(message) : failure(code, message);

/** Returns the failure of something that failed because a part of it did. */
export const causedBy = (cause: Failure, message: string): Failure => ({
  ...withoutData(cause.code, message),
  cause,
});

/** Returns the failure of a value within another one, such as an entry of a list. */
export const failureWithin = (place: string, failed: Failure): Failure =>
  failed.code === 'invalid_parameter' && failed.issues.length > 0
    ? invalid(issuesWithin(place, failed.issues))
    : withoutData(failed.code, `${place}: ${failed.message}`);

/** Returns the failure of a command that a later one replaced before it was confirmed. */
export const superseded = (message: string): Failure => ({
  code: 'device_error',
  message: redactTokens(message),
  reason: 'superseded',
});

/** An error of the service's own, after which a command may have reached its device. */
export const unexpectedAfterCommand: Failure = {
  code: 'device_error',
  message: 'an unexpected error occurred; the command may have reached the device',
  reason: 'unexpected',
};

/** Returns why a failed command failed, besides what its device says; undefined if nothing is known. */
export const reasonOf = (failed: Failure): 'superseded' | 'unexpected' | undefined =>
  failed.code === 'device_error' ? failed.reason : undefined;

/** Returns the failure of a method that a path doesn't have. */
export const methodNotAllowed = (method: string, allowed: readonly string[]): Failure =>
  failure(
    'method_not_allowed',
    `${method} is not allowed here; expected ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(allowed)}`,
  );

/** Returns the failure of a call or a step whose feature is switched off. */
export const switchedOff = (feature: Feature, access: Access): Failure =>
  failure('feature_disabled', `${access} of the feature ${featureNames[feature]} is switched off`);

/** Decodes a value, or returns the failure `invalid_parameter` with all its issues. */
export const decodeOrFailure = <A>(codec: t.Decoder<unknown, A>, input: unknown, root?: string): E.Either<Failure, A> =>
  pipe(
    codec.decode(input),
    E.mapLeft((errors) => invalid(validationIssues(errors), root)),
  );
