// Why a call has failed. Each error has a `code`, by which programs tell them apart.
import type { ErrorCode } from './api.js';

/** The service has refused the call, or the device has. Nothing else happens because of it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    /** The status of HTTP. */
    readonly status: number,
    /** The code of the service; `unexpected_response` if something else has answered in its place. */
    readonly code: ErrorCode | 'unexpected_response',
    message: string,
    /** The id of the action, with which its record can be read; null if the call was none. */
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
