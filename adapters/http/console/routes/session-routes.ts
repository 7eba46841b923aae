// The routes of the session: signing in, signing out, and changing the password.
import * as E from 'fp-ts/lib/Either.js';
import { decodeBody } from '../../../../application/console/endpoints/endpoint.js';
import {
  changeOwnPassword,
  PasswordChange,
  type OwnPasswordPorts,
} from '../../../../application/console/sign-in/own-password.js';
import { SignIn } from '../../../../domain/console/operator.js';
import { readJson } from '../../server/body.js';
import { jsonReply } from '../../server/reply.js';
import type { Handler } from '../../server/server.js';
import { noContentReply, signInFailureReply, failureReply } from './replies.js';
import { byMethod } from './methods.js';
import { forOperators, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import { noSessionCookie, sessionCookie, sessionKeyOf } from '../guard/session-cookie.js';
import { clientAddress } from '../../server/forwarded-address.js';
import { isEncrypted } from '../guard/client-address.js';

const signIn =
  ({ signIns, trustedProxies }: OperatorLookupDeps): Handler =>
  async (request) => {
    const body = await readJson(request);
    if (E.isLeft(body)) return failureReply(body.left);
    const credentials = decodeBody(SignIn, body.right);
    if (E.isLeft(credentials)) return failureReply(credentials.left);
    const session = await signIns.begin(credentials.right, clientAddress(trustedProxies, request));
    if (E.isLeft(session)) return signInFailureReply(session.left);
    const { username, role, key, lastsMs } = session.right;
    return jsonReply(200, { username, role }, sessionCookie(key, lastsMs, isEncrypted(trustedProxies, request)));
  };

/** Succeeds even if the session has already ended. */
const signOut =
  ({ signIns, trustedProxies }: OperatorLookupDeps): Handler =>
  async (request) => {
    const key = sessionKeyOf(request.headers);
    if (key !== undefined) await signIns.end(key, clientAddress(trustedProxies, request));
    return { status: 204, headers: noSessionCookie(isEncrypted(trustedProxies, request)), body: '' };
  };

/** Keeps the session of the request; ends the other sessions of the operator. */
const changePassword = (deps: SessionRoutesDeps): Handler =>
  forOperators(deps, async (request, operator) => {
    const json = await readJson(request);
    if (E.isLeft(json)) return failureReply(json.left);
    const body = decodeBody(PasswordChange, json.right);
    if (E.isLeft(body)) return failureReply(body.left);
    const from = clientAddress(deps.trustedProxies, request);
    const changed = await changeOwnPassword(
      deps,
      { operator, from, session: sessionKeyOf(request.headers) },
      body.right,
    );
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
      GET: forOperators(deps, (_request, { username, role }) => jsonReply(200, { username, role })),
      POST: signIn(deps),
      DELETE: signOut(deps),
    }),
  ],
  ['/api/session/password', byMethod({ PUT: changePassword(deps) })],
];
