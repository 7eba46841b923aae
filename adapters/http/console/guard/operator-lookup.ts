// Finds the caller of a request: by an API token or HTTP Basic if it is sent, else by the session cookie.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { CheckApiToken } from '../../../../application/console/sign-in/api-token-check.js';
import type { PersonsRequest, Sessions, SignedIn } from '../../../../application/console/sign-in/sessions.js';
import type { SignIns } from '../../../../application/console/sign-in/sign-in.js';
import type { SignInFailure } from '../../../../application/console/sign-in/sign-in-failure.js';
import type { Log } from '../../../../application/ports/log.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import { looksLikeApiToken } from '../../../../domain/console/api-token.js';
import { mustChoosePassword, SignIn, type OperatorRoles } from '../../../../domain/console/operator.js';
import { mustEnrol, type SecondFactorPolicy } from '../../../../domain/console/second-factor-policy.js';
import type { HttpRequest } from '../../server/request.js';
import { isEncrypted } from './client-address.js';
import { sessionKeyOf } from './session-cookie.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';

/** The dependencies of the lookup. */
export interface OperatorLookupDeps {
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  readonly checkApiToken: CheckApiToken;
  readonly trustedProxies: TrustedProxies;
  /** Who has to have a second factor. */
  readonly policy: SecondFactorPolicy;
  readonly log: Log;
}

/** Whether a person makes the request, or a program in the background, such as an event stream; or an open one is rechecked. */
export type RequestOrigin = 'person' | 'background' | 'recheck';

const notSignedIn: E.Either<SignInFailure, SignedIn> = E.left({ kind: 'wrong_credentials' });

/**
 * The header in which a page reports how long its person has done nothing, whole seconds: its requests don't all follow
 * from something that the person did. Without it, a request counts as a person's (OPERATOR-8).
 */
export const idleHeader = 'x-idle-seconds';

/** Returns how long ago the person of a request did something, milliseconds. */
const idleMsOf = ({ headers }: HttpRequest): number => {
  const seconds = headers[idleHeader];
  return typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
};

/** A program with an API token, which has no account and no session. */
export interface SignedInProgram {
  readonly program: OperatorRoles;
}

/** Who makes a request. */
export type FoundCaller = SignedIn | SignedInProgram;

/** Returns the name and the roles of a caller. */
export const rolesOfCaller = (caller: FoundCaller): OperatorRoles =>
  'program' in caller ? caller.program : caller.operator;

/**
 * Returns what a caller has to do before anything else: to choose a password, then to set up a second factor (SIGN-IN-10,
 * SIGN-IN-12).
 */
export const firstDuty = (
  policy: SecondFactorPolicy,
  caller: FoundCaller,
): 'password' | 'second-factor' | undefined => {
  if ('program' in caller) return undefined;
  if (mustChoosePassword(caller.operator)) return 'password';
  return mustEnrol(policy, caller.operator) ? 'second-factor' : undefined;
};

/** Returns the API token of a request. Another bearer token may be one that a proxy adds to all requests. */
const apiTokenOf = (bearer: string | undefined): string | undefined =>
  bearer !== undefined && looksLikeApiToken(bearer) ? bearer : undefined;

/** Returns the caller of a request, or why the request is not signed in. */
export const signedInCaller = async (
  { signIns, sessions, checkApiToken, trustedProxies }: OperatorLookupDeps,
  request: HttpRequest,
  origin: RequestOrigin,
): Promise<E.Either<SignInFailure, FoundCaller>> => {
  const from = clientAddress(trustedProxies, request);
  const {
    basic,
    tokens: [sent],
  } = readCredentials(request.headers.authorization, []);
  const apiToken = O.isNone(basic) ? apiTokenOf(sent) : undefined;
  if (apiToken !== undefined)
    return pipe(
      await checkApiToken(apiToken, from, origin === 'recheck'),
      E.map((program) => ({ program })),
    );
  if (O.isSome(basic)) {
    if (!SignIn.is(basic.value)) return notSignedIn;
    return pipe(
      await signIns.check(basic.value, from),
      E.map((operator) => ({ operator, session: undefined })),
    );
  }
  const key = sessionKeyOf(request.headers, isEncrypted(trustedProxies, request));
  const personsRequest: PersonsRequest | undefined =
    origin === 'person' ? { from, idleMs: idleMsOf(request) } : undefined;
  return key === undefined ? notSignedIn : sessions.resume(key, personsRequest);
};
