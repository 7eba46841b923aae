// Which operator a request is from: HTTP Basic where it is sent, else the session cookie.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SignIns } from '../../../../application/console/sign-in/sign-in.js';
import type { NotSignedIn } from '../../../../application/console/sign-in/not-signed-in.js';
import type { Log } from '../../../../application/ports/log.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import { SignIn, type OperatorRole } from '../../../../domain/console/operator.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { notSignedIn } from '../routes/replies.js';
import { sessionKeyOf } from './session-cookie.js';
import { callerAddress, type TrustedProxies } from './client-address.js';

/** What it takes to know operators. */
export interface OperatorLookupDeps {
  readonly signIns: SignIns;
  readonly trustedProxies: TrustedProxies;
  readonly log: Log;
}

const nobody: E.Either<NotSignedIn, OperatorRole> = E.left({ kind: 'unknown' });

/** Who sent a request, or why nobody is let in. */
export const operatorOf = async (
  { signIns, trustedProxies }: OperatorLookupDeps,
  request: HttpRequest,
): Promise<E.Either<NotSignedIn, OperatorRole>> => {
  const { basic } = readCredentials(request.headers.authorization, []);
  if (O.isSome(basic))
    return SignIn.is(basic.value) ? signIns.check(basic.value, callerAddress(trustedProxies, request)) : nobody;
  const key = sessionKeyOf(request.headers);
  return key === undefined ? nobody : signIns.of(key);
};

/** A handler that knows which operator asks. */
export type OperatorHandler = (request: HttpRequest, operator: OperatorRole) => HttpReply | Promise<HttpReply>;

/** Lets operators through and nobody else. */
export const forOperators =
  (needs: OperatorLookupDeps, handler: OperatorHandler): Handler =>
  async (request) => {
    const operator = await operatorOf(needs, request);
    return E.isRight(operator) ? handler(request, operator.right) : notSignedIn(operator.left);
  };
