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
import { resolvingStep, type DecidingStep } from './deciding-step.js';
import { checkPermission, type PermissionTarget, type Refusal } from './permission.js';

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

/** The step of a call that isn't refused: public routes answer everybody. */
const passedBy = ({ admission }: PermissionTarget, resolvedBy: DecidingStep): DecidingStep =>
  admission === 'public' ? { step: 'public_route' } : resolvedBy;

/** Authorizes a call under a policy. */
export const authorize =
  (names: OwnNames) =>
  (policy: AccessPolicy, origin: RequestOrigin, target: PermissionTarget): Authorization => {
    const resolution = resolveCaller(origin, policy);
    const caller = knownCaller(resolution);
    const guardRefusal = isGuarded(caller, origin, policy)
      ? browserRefusal(names, origin.browser, target.access)
      : undefined;
    const resolvedBy = resolvingStep(resolution, origin, policy);
    const { configuration } = policy;
    const permission = checkPermission({ caller, resolvedBy, guardRefusal, target, configuration });
    const decision = E.mapLeft(({ failure }: Refusal) => failure)(permission);
    const step = E.isLeft(permission) ? permission.left.step : passedBy(target, resolvedBy);
    return { caller, decision, refusalReason: reasonOf(resolution, decision), step };
  };
