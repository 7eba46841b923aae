// Why a call has failed. Each error has a `code`, by which programs tell them apart.
import type { ErrorCode } from './api.js';

/**
 * The service has refused the call, or the device has. With the codes `ack_timeout` and `device_error`, the command was sent, and may
 * still take effect; with all others, nothing was sent.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    /** The status of HTTP; 0 for a redirection in a browser. */
    readonly status: number,
    /** The code of the service; `unexpected_response` if something else has answered in its place. */
    readonly code: ErrorCode | 'unexpected_response',
    message: string,
    /** The id of the action, with which its record can be read; null if the call was none, and in a page of another origin. */
    readonly action: string | null,
  ) {
    super(message);
  }
}

/** The service can't be reached, or gave no answer to a read. No action was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  readonly code = 'not_connected';
}

/** The connection was lost, and no result came: the action may have been done. What the studio shows decides. */
export class UnknownResult extends Error {
  override readonly name = 'UnknownResult';
  readonly code = 'unknown_result';
}

/** What a call may reject with, besides the reason of a signal that the caller aborts. */
export type StudioError = Refusal | NotConnected | UnknownResult;

interface NetworkError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Returns the errors that have led to an error of `fetch`. One attempt for each address may have failed. */
const causesOf = (error: unknown): readonly NetworkError[] => {
  if (typeof error !== 'object' || error === null) return [];
  const { cause, errors } = error as NetworkError;
  const inner: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const deeper = [...(inner.length > 0 ? inner : [cause])].flatMap(causesOf);
  return deeper.length > 0 ? deeper : [error];
};

/** Steps before a request is sent. */
const earlySteps: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Codes of connections that were not made, and of certificates that were not accepted. Browsers report none. */
const earlyCode =
  /^(UND_ERR_CONNECT_TIMEOUT|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EPROTO|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+)$/;

const isEarly = ({ code, syscall }: NetworkError): boolean => earlySteps.has(syscall) || earlyCode.test(String(code));

/** Returns the error of a connection that was never made: the service has received nothing. Undefined for others. */
export const notConnected = (error: unknown): NotConnected | undefined => {
  const causes = causesOf(error);
  if (causes.length === 0 || !causes.every(isEarly)) return undefined;
  const codes = [...new Set(causes.map(({ code, message }) => String(code ?? message)))].join(', ');
  return new NotConnected(`the service can't be reached (${codes}), and nothing was sent`, { cause: error });
};

/** Returns the error of a read that has got no answer. */
export const noAnswer = (error: unknown): NotConnected =>
  new NotConnected(`the service gave no answer: ${String(causesOf(error)[0]?.message ?? error)}`, { cause: error });
