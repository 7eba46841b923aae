// Finds the operator of a request: by HTTP Basic if it is sent, else by the session cookie.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SignIns } from '../../../../application/console/sign-in/sign-in.js';
import type { SignInFailure } from '../../../../application/console/sign-in/sign-in-failure.js';
import type { Log } from '../../../../application/ports/log.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import { SignIn, type OperatorRole } from '../../../../domain/console/operator.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { signInFailureReply } from '../routes/replies.js';
import { sessionKeyOf } from './session-cookie.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';

/** The dependencies of the lookup. */
export interface OperatorLookupDeps {
  readonly signIns: SignIns;
  readonly trustedProxies: TrustedProxies;
  readonly log: Log;
}

const notSignedIn: E.Either<SignInFailure, OperatorRole> = E.left({ kind: 'wrong_credentials' });

/** Returns the operator of a request, or why the request is not signed in. */
export const operatorOf = async (
  { signIns, trustedProxies }: OperatorLookupDeps,
  request: HttpRequest,
): Promise<E.Either<SignInFailure, OperatorRole>> => {
  const { basic } = readCredentials(request.headers.authorization, []);
  if (O.isSome(basic))
    return SignIn.is(basic.value) ? signIns.check(basic.value, clientAddress(trustedProxies, request)) : notSignedIn;
  const key = sessionKeyOf(request.headers);
  return key === undefined ? notSignedIn : signIns.operatorOf(key);
};

/** A handler that gets the operator of the request. */
export type OperatorHandler = (request: HttpRequest, operator: OperatorRole) => HttpReply | Promise<HttpReply>;

/** Makes a handler that responds 401 or 429 unless an operator is signed in. */
export const forOperators =
  (deps: OperatorLookupDeps, handler: OperatorHandler): Handler =>
  async (request) => {
    const operator = await operatorOf(deps, request);
    if (E.isLeft(operator)) return signInFailureReply(operator.left);
    return { ...(await handler(request, operator.right)), isCallerKnown: true };
  };
