// What pages of other origins may do: ask with a device token, and read what such a request is answered.
import * as O from 'fp-ts/lib/Option.js';
import type { DispatchResult } from '../../../../application/api/dispatch.js';
import type { Credentials } from '../../../../domain/access/credentials.js';
import { isToken } from '../../../../domain/access/token.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';

const anyOrigin = { 'Access-Control-Allow-Origin': '*' };

const nothing = {};

/** The answer to every preflight (decisions, part 2): it tells nothing of whether the call will be let in. */
export const preflight: HttpReply = {
  status: 204,
  headers: {
    ...anyOrigin,
    'Access-Control-Allow-Headers': 'authorization',
    'Access-Control-Allow-Methods': 'GET, POST',
  },
  body: '',
};

/** Whether a browser asks here on behalf of a page. Any other OPTIONS is a method like all others. */
export const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** The same handler, before which preflights are answered. */
export const afterPreflight =
  (handler: Handler): Handler =>
  (request) =>
    isPreflight(request) ? preflight : handler(request);

const isLegacy = (caller: string | null): boolean => caller?.startsWith('legacy:') === true;

/** Bearer and `?token=` carry nothing but tokens; a Basic password is one when it looks like one. */
const carriesToken = ({ tokens, basic }: Credentials): boolean =>
  tokens.length > (O.isSome(basic) ? 1 : 0) || tokens.some(isToken);

/**
 * Lets pages of any origin read an answer to a request that carried a token. A caller whom the legacy header let in
 * isn't one: from a LAN that header takes any password, so any page could read along with a token of its invention.
 */
export const readableBy = (credentials: Credentials, { caller }: DispatchResult): HttpReply['headers'] =>
  carriesToken(credentials) && !isLegacy(caller) ? anyOrigin : nothing;
