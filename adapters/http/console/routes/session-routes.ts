// Signing in and out of the console with a browser.
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
import { successReply, notSignedIn, refusal } from './replies.js';
import { byMethod } from './methods.js';
import { forOperators, type OperatorLookupDeps } from '../guard/operator.js';
import { noSessionCookie, sessionCookie, sessionKeyOf } from '../guard/session-cookie.js';
import { callerAddress, isEncrypted } from '../guard/client-address.js';

const signIn =
  ({ signIns, trustedProxies }: OperatorLookupDeps): Handler =>
  async (request) => {
    const body = await readJson(request);
    if (E.isLeft(body)) return refusal(body.left);
    const shown = decodeBody(SignIn, body.right);
    if (E.isLeft(shown)) return refusal(shown.left);
    const begun = await signIns.begin(shown.right, callerAddress(trustedProxies, request));
    if (E.isLeft(begun)) return notSignedIn(begun.left);
    const { username, role, key, lastsMs } = begun.right;
    return jsonReply(200, { username, role }, sessionCookie(key, lastsMs, isEncrypted(trustedProxies, request)));
  };

/** Also for a session that is over already: whoever signs out is signed out. */
const signOut =
  ({ signIns, trustedProxies }: OperatorLookupDeps): Handler =>
  async (request) => {
    const key = sessionKeyOf(request.headers);
    if (key !== undefined) await signIns.end(key);
    return { status: 204, headers: noSessionCookie(isEncrypted(trustedProxies, request)), body: '' };
  };

/** The session that the change is made in goes on; all others of that operator end. */
const changePassword = (needs: SessionRoutesDeps): Handler =>
  forOperators(needs, async (request, operator) => {
    const body = E.chain((sent: unknown) => decodeBody(PasswordChange, sent))(await readJson(request));
    if (E.isLeft(body)) return refusal(body.left);
    const from = callerAddress(needs.trustedProxies, request);
    const changed = await changeOwnPassword(
      needs,
      { operator, from, session: sessionKeyOf(request.headers) },
      body.right,
    );
    if (E.isRight(changed)) return successReply;
    return 'kind' in changed.left ? notSignedIn(changed.left) : refusal(changed.left);
  });

/** What the routes of the session need. */
export interface SessionRoutesDeps extends OperatorLookupDeps {
  readonly ports: OwnPasswordPorts;
}

/** The routes of the session. */
export const sessionRoutes = (needs: SessionRoutesDeps): readonly (readonly [string, Handler])[] => [
  [
    '/api/session',
    byMethod({
      GET: forOperators(needs, (_request, { username, role }) => jsonReply(200, { username, role })),
      POST: signIn(needs),
      DELETE: signOut(needs),
    }),
  ],
  ['/api/session/password', byMethod({ PUT: changePassword(needs) })],
];
