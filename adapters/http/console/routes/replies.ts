// What HTTP makes of the console's results and failures.
import type { ConsoleFailure } from '../../../../domain/console/failure.js';
import type { Intent } from '../../../../application/console/endpoints/endpoint.js';
import type { NotSignedIn } from '../../../../application/console/sign-in/not-signed-in.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';

/** Method and status of success by what an endpoint does. */
export const methodOf: Readonly<Record<Intent, { readonly method: string; readonly status: number }>> = {
  read: { method: 'GET', status: 200 },
  replace: { method: 'PUT', status: 200 },
  create: { method: 'POST', status: 201 },
  change: { method: 'PATCH', status: 200 },
  act: { method: 'POST', status: 200 },
  remove: { method: 'DELETE', status: 204 },
};

/** The codes that the console tells; any other is a fault of its own. */
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

/** A failure told. No answer of the console asks for Basic: a browser would keep it and send it by itself. */
export const refusal = ({ code, message }: ConsoleFailure, headers: HttpReply['headers'] = {}): HttpReply =>
  jsonReply(statusOf[code] ?? 500, { ok: false, error: code, message }, headers);

/** Success without a body. */
export const successReply: HttpReply = { status: 204, body: '' };

const tooMany = (retryAfterMs: number): HttpReply => {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  const message = `too many failed sign-ins from this address: wait ${String(seconds)} seconds`;
  return jsonReply(429, { ok: false, error: 'too_many_attempts', message }, { 'Retry-After': String(seconds) });
};

/** Somebody isn't let in. */
export const notSignedIn = (why: NotSignedIn): HttpReply =>
  why.kind === 'slowed'
    ? tooMany(why.retryAfterMs)
    : refusal({ code: 'unauthorized', message: 'an operator has to be signed in' });
