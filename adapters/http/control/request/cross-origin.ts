// Cross-origin access: pages of any origin may call with a device token and read the response (CORS-1, CORS-2).
import * as O from 'fp-ts/lib/Option.js';
import type { DispatchResult } from '../../../../application/api/dispatch.js';
import type { Credentials } from '../../../../domain/access/credentials.js';
import { isToken } from '../../../../domain/access/token.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';

const anyOrigin = { 'Access-Control-Allow-Origin': '*' };

const noHeaders = {};

/** The reply to every preflight of a v2 route (CORS-1). It doesn't reveal whether the call itself would be allowed. */
export const preflightReply: HttpReply = {
  status: 204,
  headers: {
    ...anyOrigin,
    'Access-Control-Allow-Headers': 'authorization',
    'Access-Control-Allow-Methods': 'GET, POST',
  },
  body: '',
};

/** Whether a request is a CORS preflight. Any other OPTIONS request is handled like other methods. */
export const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Wraps a handler so that preflights are answered first. */
export const withPreflight =
  (handler: Handler): Handler =>
  (request) =>
    isPreflight(request) ? preflightReply : handler(request);

const isLegacy = (caller: string | null): boolean => caller?.startsWith('legacy:') === true;

/** Whether a request carried a token: as Bearer, as `?token=`, or as a Basic password in the form of a token. */
const carriesToken = ({ tokens, basic }: Credentials): boolean =>
  tokens.length > (O.isSome(basic) ? 1 : 0) || tokens.some(isToken);

/**
 * Returns the headers that let pages of any origin read the response to a request with a token (CORS-2). Callers with
 * legacy authorization are excluded: it accepts any password on a LAN, so a page could read with an invented token.
 */
export const crossOriginHeaders = (credentials: Credentials, { caller }: DispatchResult): HttpReply['headers'] =>
  carriesToken(credentials) && !isLegacy(caller) ? anyOrigin : noHeaders;
