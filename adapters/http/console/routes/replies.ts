// Maps the console's results and failures to HTTP replies.
import { notSignedIn, type ConsoleFailure } from '../../../../domain/console/failure.js';
import { failure } from '../../../../domain/failure.js';
import { methodOf, type Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import type { SignInFailure } from '../../../../application/console/sign-in/sign-in-failure.js';
import { failureBody, jsonReply, type HttpReply } from '../../server/reply.js';

/** Returns the status of a successful call. */
export const successStatus = ({
  intent,
  result,
  responds,
}: Pick<Endpoint<never>, 'intent' | 'result' | 'responds'>): number =>
  responds === 'json' && result === null ? 204 : methodOf[intent].status;

/** The status of each failure code; any other code is an internal error. */
const statusOf: Partial<Readonly<Record<ConsoleFailure['code'], number>>> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  changed_meanwhile: 412,
  invalid_parameter: 400,
  unavailable: 503,
};

/** Returns the reply for a failure. It never requests HTTP Basic: a browser would store the credentials and send them itself. */
export const failureReply = (failed: ConsoleFailure, headers: HttpReply['headers'] = {}): HttpReply =>
  jsonReply(statusOf[failed.code] ?? 500, failureBody(failed), headers);

const retryAfter = (seconds: number): HttpReply['headers'] => ({ 'Retry-After': String(seconds) });

const tooManyFailed = (seconds: number): HttpReply => {
  const message = `too many failed sign-ins: wait ${String(seconds)} seconds`;
  return jsonReply(429, failureBody({ code: 'too_many_attempts', message }), retryAfter(seconds));
};

const tooManyChecks = (seconds: number): HttpReply =>
  failureReply(
    failure('unavailable', `too many sign-ins at the same time: wait ${String(seconds)} seconds`),
    retryAfter(seconds),
  );

const unauthorized = (message: string): HttpReply => failureReply(failure('unauthorized', message));

const sessionEnded = (how: 'idle' | 'expired', message: string): HttpReply =>
  jsonReply(401, { ...failureBody({ code: 'unauthorized', message }), sessionEnded: how });

const codeRequired = jsonReply(401, {
  ...failureBody({ code: 'unauthorized', message: 'a code of the second factor is required' }),
  secondFactor: 'code',
});

const sessionRequired = unauthorized(
  'this account has a second factor, or needs one, so HTTP Basic is not accepted: begin a session',
);

const basicBeforePassword = unauthorized(
  'the password of this account was set by somebody else: begin a session and choose another one before HTTP Basic is used',
);

/** The reply to an operator who has to choose a password before anything else. */
export const newPasswordRequired: HttpReply = jsonReply(403, {
  ...failureBody({ code: 'forbidden', message: 'your password was set by somebody else: choose another one first' }),
  passwordChange: 'required',
});

/** The reply to an operator who has to set up a second factor before anything else. */
export const enrolmentRequired: HttpReply = jsonReply(403, {
  ...failureBody({ code: 'forbidden', message: 'this console requires a second factor: set one up first' }),
  secondFactor: 'enrolment',
});

/** Browsers don't ask for a password on this challenge. */
const tokenRefused = (message: string): HttpReply =>
  failureReply(failure('unauthorized', message), {
    'WWW-Authenticate': 'Bearer realm="console", error="invalid_token"',
  });

const minutes = (ms: number): string => (ms === 60_000 ? '1 minute' : `${String(Math.round(ms / 60_000))} minutes`);

/** Returns the reply for a failed sign-in, or a request without a session that lasts. */
export const signInFailureReply = (failed: SignInFailure): HttpReply => {
  switch (failed.kind) {
    case 'wrong_credentials':
      return failureReply(notSignedIn);
    case 'session_idle':
      return sessionEnded('idle', `signed out after ${minutes(failed.idleMs)} without activity`);
    case 'session_expired':
      return sessionEnded('expired', 'the session has expired');
    case 'code_required':
      return codeRequired;
    case 'session_required':
      return sessionRequired;
    case 'password_change_required':
      return basicBeforePassword;
    case 'token_unknown':
      return tokenRefused('the console has no such API token');
    case 'token_expired':
      return tokenRefused('the API token has expired');
    case 'token_revoked':
      return tokenRefused('the API token was revoked');
    case 'throttled':
      return tooManyFailed(Math.ceil(failed.retryAfterMs / 1_000));
    case 'busy':
      return tooManyChecks(Math.ceil(failed.retryAfterMs / 1_000));
  }
};
