// Authorizes one call: resolves the caller, applies the browser guard and checks permission.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Failure } from '../failure.js';
import type { AccessPolicy } from './access-policy.js';
import { browserRefusal, type BrowserHeaders, type OwnNames } from './browser-guard.js';
import {
  knownTokenOf,
  resolveCaller,
  type Caller,
  type CallOrigin,
  type RefusalReason,
  type RefusedDevice,
  type Resolution,
} from './caller.js';
import { checkPermission, type PermissionTarget } from './permission.js';

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
}

const knownCaller = (resolution: Resolution): Caller | RefusedDevice | undefined => {
  const caller = E.toUnion(resolution);
  return caller.kind === 'unknown' ? undefined : caller;
};

const reasonOf = (resolution: Resolution, decision: Authorization['decision']): RefusalReason | undefined =>
  E.isLeft(decision) && decision.left.code === 'unauthorized' && E.isLeft(resolution)
    ? resolution.left.reason
    : undefined;

const hasActiveToken = (origin: CallOrigin, policy: AccessPolicy): boolean =>
  pipe(
    knownTokenOf(origin, policy),
    O.exists(({ state }) => state === 'active'),
  );

/** Whether the guard applies: no token admits the caller (GUARD-4, GUARD-6, GUARD-18). */
const isGuarded = (caller: Caller | RefusedDevice | undefined, origin: CallOrigin, policy: AccessPolicy): boolean => {
  if (caller?.kind === 'loopback') return !hasActiveToken(origin, policy);
  return caller?.kind === 'lan' || caller?.kind === 'legacy';
};

/** Authorizes a call under a policy. */
export const authorize =
  (names: OwnNames) =>
  (policy: AccessPolicy, origin: RequestOrigin, target: PermissionTarget): Authorization => {
    const resolution = resolveCaller(origin, policy);
    const caller = knownCaller(resolution);
    const guardRefusal = isGuarded(caller, origin, policy)
      ? browserRefusal(names, origin.browser, target.access)
      : undefined;
    const decision = checkPermission({ caller, guardRefusal, target, configuration: policy.configuration });
    return { caller, decision, refusalReason: reasonOf(resolution, decision) };
  };
