// Authorizes one call: resolves the caller, applies the browser guard and checks permission.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Failure } from '../failure.js';
import type { AccessPolicy } from './access-policy.js';
import {
  browserRefusal,
  speculativeRefusal,
  type BrowserHeaders,
  type BrowserRefusal,
  type OwnNames,
} from './browser-guard.js';
import {
  resolveByActiveToken,
  resolveCaller,
  type Caller,
  type CallOrigin,
  type RefusalReason,
  type RefusedDevice,
  type Resolution,
} from './caller.js';
import type { Credentials } from './credentials.js';
import { resolvingStep, type DecidingStep } from './deciding-step.js';
import { checkPermission, type PermissionTarget, type Refusal } from './permission.js';
import { isToken, type TokenHash } from './token.js';

/** Where a call comes from, including a browser's headers. */
export interface RequestOrigin extends CallOrigin {
  readonly browser: BrowserHeaders;
}

/** The decision about one call. */
export interface Authorization {
  /** The resolved caller; a refused device is included, an unknown caller is `undefined`. */
  readonly caller: Caller | RefusedDevice | undefined;
  readonly decision: E.Either<Failure, void>;
  /** Why the caller isn't admitted; `undefined` when it is, and on public routes. */
  readonly refusalReason: RefusalReason | undefined;
  /** The hash of a token that no device has, if the call is refused for it: a screen may wait to be paired (PAIRING-1). */
  readonly unknownToken?: TokenHash | undefined;
  /** The step that admitted or refused the call. */
  readonly step: DecidingStep;
}

const knownCaller = (resolution: Resolution): Caller | RefusedDevice | undefined => {
  const caller = E.toUnion(resolution);
  return caller.kind === 'unknown' ? undefined : caller;
};

const reasonOf = (resolution: Resolution, decision: Authorization['decision']): RefusalReason | undefined =>
  E.isLeft(decision) && decision.left.code === 'unauthorized' && E.isLeft(resolution)
    ? resolution.left.reason
    : undefined;

/** The kinds of callers that the guard checks: no token admits them (GUARD-4, GUARD-18). */
const guardedKinds: ReadonlySet<string> = new Set<string>(['loopback', 'lan', 'legacy']);

/** The caller of a call, and why the guard refuses it. */
interface GuardedResolution {
  readonly resolution: Resolution;
  readonly guardRefusal: BrowserRefusal | undefined;
}

/** Resolves a caller behind the guard. A page that passes by an active token alone calls as its device (GUARD-20). */
const resolveGuarded =
  (names: OwnNames) =>
  (policy: AccessPolicy, origin: RequestOrigin, { access }: PermissionTarget): GuardedResolution => {
    const resolution = resolveCaller(origin, policy);
    const isGuarded = origin.editor === undefined && guardedKinds.has(E.toUnion(resolution).kind);
    const guardRefusal = isGuarded ? browserRefusal(names, origin.browser, access) : undefined;
    const device: O.Option<Resolution> = guardRefusal === undefined ? O.none : resolveByActiveToken(origin, policy);
    return O.isSome(device) ? { resolution: device.value, guardRefusal: undefined } : { resolution, guardRefusal };
  };

/** The step of a call that isn't refused: public routes answer everybody. */
const passedBy = ({ admission }: PermissionTarget, resolvedBy: DecidingStep): DecidingStep =>
  admission === 'public' || admission === 'page' ? { step: 'public_route' } : resolvedBy;

const unknownToken = (
  reason: RefusalReason | undefined,
  { tokens }: Credentials,
  { hashToken }: AccessPolicy,
): Pick<Authorization, 'unknownToken'> => {
  const token = reason === 'unknown_token' ? tokens.find(isToken) : undefined;
  return token === undefined ? {} : { unknownToken: hashToken(token) };
};

/** Authorizes a call under a policy. */
export const authorize = (names: OwnNames) => {
  const resolve = resolveGuarded(names);
  return (policy: AccessPolicy, origin: RequestOrigin, target: PermissionTarget): Authorization => {
    const resolved = resolve(policy, origin, target);
    const { resolution } = resolved;
    const caller = knownCaller(resolution);
    const guardRefusal = speculativeRefusal(origin.browser, target.access) ?? resolved.guardRefusal;
    const resolvedBy = resolvingStep(resolution, origin, policy);
    const { configuration } = policy;
    const { credentials } = origin;
    const permission = checkPermission({ caller, credentials, resolvedBy, guardRefusal, target, configuration });
    const decision = E.mapLeft(({ failure }: Refusal) => failure)(permission);
    const step = E.isLeft(permission) ? permission.left.step : passedBy(target, resolvedBy);
    const refusalReason = reasonOf(resolution, decision);
    return { caller, decision, refusalReason, ...unknownToken(refusalReason, credentials, policy), step };
  };
};
