// Classifies the errors of openid-client. Their details may contain codes and tokens, so only error codes are reported.
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { ProviderFailure } from '../../application/ports/identity-provider.js';

/** A classified error. */
export interface ClassifiedError {
  readonly failure: ProviderFailure;
  /** An error code of the protocol, the library or the network, such as `invalid_client`. */
  readonly code: string;
}

/** The meanings of error codes with which a provider answers, at the callback or at the token endpoint. */
const answers: ReadonlyMap<string, ProviderFailure> = new Map([
  ['access_denied', 'denied'],
  ['login_required', 'denied'],
  ['consent_required', 'denied'],
  ['interaction_required', 'denied'],
  ['account_selection_required', 'denied'],
  ['invalid_grant', 'expired'],
  ['server_error', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
]);

const isCode = (code: unknown): code is string => typeof code === 'string' && /^[\w.-]{1,64}$/.test(code);

/** The error code of the network, which `fetch` reports as a cause. */
const networkCode = (error: unknown): string => {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return isCode(cause?.code) ? cause.code : 'unreachable';
};

/** Returns the code with which a provider answered, if the error reports one. */
const answerOf = (error: unknown): unknown => {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error;
  return error instanceof WWWAuthenticateChallengeError ? error.cause[0]?.parameters.error : undefined;
};

/** Codes of the library that mean that the provider gave no answer in time, or an answer that isn't the protocol's. */
const unavailableCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** Classifies an error of any call of openid-client. */
export const classifiedError = (error: unknown): ClassifiedError => {
  const answer = answerOf(error);
  if (isCode(answer)) return { failure: answers.get(answer) ?? 'rejected', code: answer };
  if (error instanceof TypeError) return { failure: 'unavailable', code: networkCode(error) };
  const { code: ofLibrary } = error as { readonly code?: unknown };
  const code = isCode(ofLibrary) ? ofLibrary : 'unknown';
  return { failure: unavailableCodes.has(code) ? 'unavailable' : 'rejected', code };
};
