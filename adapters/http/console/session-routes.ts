// Signing in and out of the console with a browser.
import * as E from 'fp-ts/lib/Either.js';
import { SignIn } from '../../../domain/console/operator.js';
import { describeFaults, faultsOf } from '../../../domain/codec.js';
import { failure } from '../../../domain/failure.js';
import { readJson } from '../server/body.js';
import { jsonReply } from '../server/reply.js';
import type { Handler } from '../server/server.js';
import { notSignedIn, refusal } from './answers.js';
import { byMethod } from './methods.js';
import { forOperators, type OperatorNeeds } from './operator.js';
import { noSessionCookie, sessionCookie, sessionKeyOf } from './session-cookie.js';
import { callerAddress, isEncrypted } from './whereabouts.js';

const signIn =
  ({ signIns, trustedProxies }: OperatorNeeds): Handler =>
  async (request) => {
    const body = await readJson(request);
    if (E.isLeft(body)) return refusal(body.left);
    const shown = SignIn.decode(body.right);
    if (E.isLeft(shown)) return refusal(failure('invalid_parameter', describeFaults(faultsOf(shown.left))));
    const begun = await signIns.begin(shown.right, callerAddress(trustedProxies, request));
    if (E.isLeft(begun)) return notSignedIn(begun.left);
    const { username, key, lastsMs } = begun.right;
    return jsonReply(200, { username }, sessionCookie(key, lastsMs, isEncrypted(trustedProxies, request)));
  };

/** Also for a session that is over already: whoever signs out is signed out. */
const signOut =
  ({ signIns, trustedProxies }: OperatorNeeds): Handler =>
  async (request) => {
    const key = sessionKeyOf(request.headers);
    if (key !== undefined) await signIns.end(key);
    return { status: 204, headers: noSessionCookie(isEncrypted(trustedProxies, request)), body: '' };
  };

/** The route of the session. */
export const sessionRoutes = (needs: OperatorNeeds): readonly (readonly [string, Handler])[] => [
  [
    '/api/session',
    byMethod({
      GET: forOperators(needs, (_request, { username }) => jsonReply(200, { username })),
      POST: signIn(needs),
      DELETE: signOut(needs),
    }),
  ],
];
