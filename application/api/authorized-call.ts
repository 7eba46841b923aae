// A call as it was received, and whether its caller may make it.
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import { authorize, type Authorization, type RequestOrigin } from '../../domain/access/authorization.js';
import type { OwnNames } from '../../domain/access/browser-guard.js';
import { callerName } from '../../domain/access/caller.js';
import { withoutLegacyCallers } from '../../domain/access/legacy-attempt.js';
import type { PermissionTarget } from '../../domain/access/permission.js';
import type { Failure } from '../../domain/failure.js';
import type { LegacyThrottle } from '../access/legacy-throttle.js';
import type { CurrentAccess } from '../ports/current-access.js';
import { calledOperation } from './called-operation.js';
import type { Operation, StreamRequest } from './operation.js';
import type { RawCall } from './parameters.js';

/** A call as the HTTP adapter received it. */
export interface Call<Ports> {
  readonly operation: Operation<Ports>;
  readonly generation: PermissionTarget['generation'];
  readonly origin: RequestOrigin;
  readonly raw: RawCall;
  /** Set if the response may be a stream. */
  readonly streamRequest?: StreamRequest | undefined;
  /** What the adapter found wrong (method, encoding). Refusals of access precede it, everything else follows. */
  readonly requestFailure?: Failure | undefined;
}

/** Returns what a call needs permission for. A legacy route also needs the legacy feature. */
export const targetOf = (
  { feature, access, admission }: Pick<Operation<never>, 'feature' | 'access' | 'admission'>,
  generation: PermissionTarget['generation'],
): PermissionTarget => ({
  features: [...(generation === 'legacy' ? ['legacy' as const] : []), ...(feature === null ? [] : [feature])],
  access,
  admission,
  generation,
});

/** A call with its authorization, which may be admitted or refused. */
export interface AuthorizedCall<Ports> {
  readonly call: Call<Ports>;
  readonly authorization: Authorization;
  readonly reauthorize: () => Authorization;
}

/** Returns the caller's name as written in the request log; null if no caller was resolved. */
export const nameOf = ({ caller }: Authorization): string | null => (caller === undefined ? null : callerName(caller));

/** What authorizes calls. */
export interface AuthorizerDeps {
  readonly access: CurrentAccess;
  readonly legacyThrottle: LegacyThrottle;
  readonly names: OwnNames;
}

/** Returns the function that authorizes calls. */
export const authorizer = ({ access, legacyThrottle, names }: AuthorizerDeps) => {
  const authorizeCall = authorize(names);
  return <Ports>(call: Call<Ports>): AuthorizedCall<Ports> => {
    const { operation, generation, raw } = call;
    const target = { ...targetOf(operation, generation), called: () => calledOperation(operation, raw) };
    const policy = access.current();
    const authorization = authorizeCall(policy, call.origin, target);
    const isSlowed = legacyThrottle.isSlowed(policy, call.origin, authorization.caller);
    const inForce = (): AccessPolicy => (isSlowed ? withoutLegacyCallers(access.current()) : access.current());
    const reauthorize = (): Authorization => authorizeCall(inForce(), call.origin, target);
    return { call, authorization: isSlowed ? reauthorize() : authorization, reauthorize };
  };
};
