// The routes of the session: signing in, signing out, and changing the password.
import * as E from 'fp-ts/lib/Either.js';
import { decodeBody } from '../../../../application/console/endpoints/endpoint.js';
import { FullSignIn } from '../../../../application/console/sign-in/sign-in.js';
import { sessionOverview } from '../../../../application/console/sign-in/session-overview.js';
import {
  changeOwnPassword,
  PasswordChange,
  type OwnPasswordPorts,
} from '../../../../application/console/sign-in/own-password.js';
import type { SessionClient } from '../../../../application/console/sign-in/sessions.js';
import { browserName } from '../../../../domain/console/browser-name.js';
import { readJson } from '../../server/body.js';
import { jsonReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { noContentReply, signInFailureReply, failureReply } from './replies.js';
import { byMethod } from './methods.js';
import { forOperators, forSignedIn, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import { noSessionCookie, sessionCookie, sessionKeyOf } from '../guard/session-cookie.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';
import { isEncrypted } from '../guard/client-address.js';

/** Returns from where, and with which browser, a request signs in. */
export const clientOf = (trustedProxies: TrustedProxies, request: HttpRequest): SessionClient => ({
  from: clientAddress(trustedProxies, request),
  browser: browserName(request.headers['user-agent']),
});

const signIn =
  ({ signIns, trustedProxies, policy }: OperatorLookupDeps): Handler =>
  async (request) => {
    const body = await readJson(request);
    if (E.isLeft(body)) return failureReply(body.left);
    const credentials = decodeBody(FullSignIn, body.right);
    if (E.isLeft(credentials)) return failureReply(credentials.left);
    const session = await signIns.begin(credentials.right, clientOf(trustedProxies, request));
    if (E.isLeft(session)) return signInFailureReply(session.left);
    const { operator, key, lastsMs } = session.right;
    const cookie = sessionCookie(key, lastsMs, isEncrypted(trustedProxies, request));
    return jsonReply(200, sessionOverview(policy, operator), cookie);
  };

/** Succeeds even if the session has already ended. */
const signOut =
  ({ sessions, trustedProxies }: OperatorLookupDeps): Handler =>
  async (request) => {
    const encrypted = isEncrypted(trustedProxies, request);
    const key = sessionKeyOf(request.headers, encrypted);
    if (key !== undefined) await sessions.end(key, clientAddress(trustedProxies, request));
    return { status: 204, headers: noSessionCookie(encrypted), body: '' };
  };

/** Keeps the session of the request; ends the other sessions of the operator. */
const changePassword = (deps: SessionRoutesDeps): Handler =>
  forOperators(deps, async (request, { operator, session }) => {
    const json = await readJson(request);
    if (E.isLeft(json)) return failureReply(json.left);
    const body = decodeBody(PasswordChange, json.right);
    if (E.isLeft(body)) return failureReply(body.left);
    const from = clientAddress(deps.trustedProxies, request);
    const changed = await changeOwnPassword(deps, { operator, from, session }, body.right);
    if (E.isRight(changed)) return noContentReply;
    return 'kind' in changed.left ? signInFailureReply(changed.left) : failureReply(changed.left);
  });

/** The dependencies of the session routes. */
export interface SessionRoutesDeps extends OperatorLookupDeps {
  readonly ports: OwnPasswordPorts;
}

/** The routes of the session. */
export const sessionRoutes = (deps: SessionRoutesDeps): readonly (readonly [string, Handler])[] => [
  [
    '/api/session',
    byMethod({
      GET: forSignedIn(deps, (_request, { operator }) => jsonReply(200, sessionOverview(deps.policy, operator))),
      POST: signIn(deps),
      DELETE: signOut(deps),
    }),
  ],
  ['/api/session/password', byMethod({ PUT: changePassword(deps) })],
];
