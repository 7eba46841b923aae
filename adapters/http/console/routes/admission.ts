// Finds the caller of a request, as its endpoint admits callers, or refuses the request.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Admission, Caller, Visitor } from '../../../../application/console/endpoints/callers.js';
import type { Endpoint } from '../../../../application/console/endpoints/endpoint.js';
import type { ConsoleServices } from '../../../../application/console/console-services.js';
import type { ServiceHeartbeats } from '../../../../application/console/sync/service-heartbeats.js';
import {
  admitService,
  admitStreaming,
  type AdmissionPorts,
  type StudioCredentials,
} from '../../../../application/console/sync/sync.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import { browserName } from '../../../../domain/console/browser-name.js';
import { personRequired } from '../../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import type { Requirement } from '../../../../domain/console/requirement.js';
import { listsSent, serviceSendsHeader } from '../../../../domain/console/service-sends.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import { isEncrypted } from '../guard/client-address.js';
import { firstDuty, signedInCaller, type FoundCaller, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import { pendingOf } from '../guard/pending-cookie.js';
import { sessionKeyOf } from '../guard/session-cookie.js';
import { hasSeen } from './entity-tag.js';
import { enrolmentRequired, failureReply, newPasswordRequired, signInFailureReply } from './replies.js';

export interface AdmissionDeps extends OperatorLookupDeps {
  readonly services: AdmissionPorts &
    Pick<ConsoleServices, 'refusedServices'> & { readonly heartbeats: ServiceHeartbeats };
  /** The token of the metrics; without one, nobody may read them. */
  readonly metricsToken: string | undefined;
}

/** An admitted caller. `operator` is absent unless the endpoint requires an operator with a role, or any operator. */
export interface Admitted {
  readonly caller: Caller;
  readonly operator?: OperatorRoles;
}

type Result = E.Either<HttpReply, Admitted>;

/** Whether an endpoint is for operators by their roles. */
export const isForRoles = (requires: Admission): requires is Requirement =>
  requires.scope === 'account' || requires.scope === 'studio' || requires.scope === 'console';

type Scopes = readonly Admission['scope'][];

/** The endpoints about the own account, which a program doesn't have. */
const accountScopes: Scopes = ['account-overview', 'own-account', 'enrolling-account'];

/** Which endpoints an operator may call who has to do something before anything else, and what the others reply. */
const duties: Readonly<Record<'password' | 'second-factor', { readonly scopes: Scopes; readonly refusal: HttpReply }>> =
  {
    password: { scopes: ['account-overview', 'own-account'], refusal: newPasswordRequired },
    'second-factor': { scopes: ['account-overview', 'enrolling-account'], refusal: enrolmentRequired },
  };

/** Admits a caller who is known: a program only where its roles count, as it has no account (API-TOKEN-2). */
const admitCaller = (deps: AdmissionDeps, isForAccount: boolean, request: HttpRequest, found: FoundCaller): Result => {
  const seen = { hasSeen: hasSeen(request.headers) };
  if ('program' in found)
    return isForAccount
      ? E.left({ ...failureReply(personRequired), isCallerKnown: true })
      : E.right({ caller: { operator: found.program, session: undefined, ...seen }, operator: found.program });
  return E.right(
    isForAccount
      ? { caller: { ...found, from: clientAddress(deps.trustedProxies, request) } }
      : { caller: { ...found, ...seen }, operator: found.operator },
  );
};

/** Admits signed-in operators and programs: 401 or 429 for others, and 403 for those who have to do something else first. */
const admitOperator = async (
  deps: AdmissionDeps,
  { requires: { scope }, responds }: Pick<Endpoint<never>, 'requires' | 'responds'>,
  request: HttpRequest,
): Promise<Result> => {
  const found = await signedInCaller(deps, request, responds === 'events' ? 'background' : 'person');
  if (E.isLeft(found)) return E.left(signInFailureReply(found.left));
  const duty = firstDuty(deps.policy, found.right);
  if (duty !== undefined && !duties[duty].scopes.includes(scope))
    return E.left({ ...duties[duty].refusal, isCallerKnown: true });
  return admitCaller(deps, accountScopes.includes(scope), request, found.right);
};

const visitorOf = (trustedProxies: TrustedProxies, request: HttpRequest): Visitor => {
  const { headers, rawQuery } = request;
  const encrypted = isEncrypted(trustedProxies, request);
  return {
    client: { from: clientAddress(trustedProxies, request), browser: browserName(headers['user-agent']) },
    sessionKey: sessionKeyOf(headers, encrypted),
    pending: pendingOf(headers, encrypted),
    rawQuery,
  };
};

const credentialsOf = ({ headers }: HttpRequest): StudioCredentials => {
  const { username = '', password = '' } = O.toUndefined(readCredentials(headers.authorization, []).basic) ?? {};
  return { studioId: username, key: password };
};

/** Admits a service with its credentials, and notes one that is refused. */
const admitWithKey = async <A>(
  { services, trustedProxies }: AdmissionDeps,
  request: HttpRequest,
  admit: (credentials: StudioCredentials) => Promise<E.Either<Failure, A>>,
  callerOf: (admitted: A, credentials: StudioCredentials) => Caller,
): Promise<Result> => {
  const credentials = credentialsOf(request);
  const admitted = await admit(credentials);
  if (E.isRight(admitted)) return E.right({ caller: callerOf(admitted.right, credentials) });
  const address = clientAddress(trustedProxies, request).text;
  services.refusedServices.note({ studioId: credentials.studioId, address, time: services.clock.now() });
  return E.left(failureReply(admitted.left));
};

/** Browsers don't ask for a password on this challenge. */
const challenge = { 'WWW-Authenticate': 'Bearer realm="metrics"' };

const metricsRefused = failureReply(
  failure('unauthorized', 'the metrics token is required, as Authorization: Bearer'),
  challenge,
);

const admitReader = ({ metricsToken, services, trustedProxies }: AdmissionDeps, request: HttpRequest): Result => {
  const shown = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const { hashSecret, hashesEqual } = services;
  return metricsToken !== undefined && hashesEqual(hashSecret(shown), hashSecret(metricsToken))
    ? E.right({ caller: visitorOf(trustedProxies, request) })
    : E.left(metricsRefused);
};

/** Finds the caller of a request, or returns the reply that refuses it. */
export const admit = async (
  deps: AdmissionDeps,
  endpoint: Pick<Endpoint<never>, 'requires' | 'responds'>,
  request: HttpRequest,
): Promise<Result> => {
  switch (endpoint.requires.scope) {
    case 'anybody':
    case 'session-key':
      return E.right({ caller: visitorOf(deps.trustedProxies, request) });
    case 'service': {
      const sends = (sent: Parameters<typeof listsSent>[1]) => listsSent(request.headers[serviceSendsHeader], sent);
      return admitWithKey(
        deps,
        request,
        (credentials) => admitService(deps.services, credentials),
        (entry) => ({ entry, sends }),
      );
    }
    case 'streaming-service':
      return admitWithKey(
        deps,
        request,
        (credentials) => admitStreaming(deps.services, credentials),
        (_hash, { studioId }) => ({ studioId }),
      );
    case 'metrics':
      return admitReader(deps, request);
    case 'account-overview':
    case 'own-account':
    case 'enrolling-account':
    case 'account':
    case 'studio':
    case 'console':
      return admitOperator(deps, endpoint, request);
  }
};
