// One call judged whole: who it is, whether its browser may speak for it, and whether it may do this.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Failure } from '../failure.js';
import { passesBrowserGuard, type BrowserFacts, type OwnNames } from './browser-guard.js';
import {
  deviceOf,
  resolveCaller,
  type Caller,
  type CallOrigin,
  type RefusalReason,
  type RefusedDevice,
  type Resolution,
} from './caller.js';
import type { AccessPolicy } from './access-policy.js';
import { permit, type PermissionTarget } from './permission.js';

/** Where a call comes from, in full. */
export interface RequestOrigin extends CallOrigin {
  readonly browser: BrowserFacts;
}

/** Who called, as far as known, and what is said against it. */
export interface Authorization {
  readonly caller: Caller | RefusedDevice | undefined;
  readonly decision: E.Either<Failure, void>;
  /** Why nobody was let in; nothing where somebody was, and where the route asks for nobody. */
  readonly refusalReason: RefusalReason | undefined;
}

const known = (resolution: Resolution): Caller | RefusedDevice | undefined => {
  const one = E.toUnion(resolution);
  return one.kind === 'stranger' ? undefined : one;
};

const reasonOf = (resolution: Resolution, verdict: Authorization['decision']): RefusalReason | undefined =>
  E.isLeft(verdict) && verdict.left.code === 'unauthorized' && E.isLeft(resolution)
    ? resolution.left.reason
    : undefined;

const carriesActiveToken = (origin: CallOrigin, enforcement: AccessPolicy): boolean =>
  pipe(
    deviceOf(origin, enforcement),
    O.exists(({ state }) => state === 'active'),
  );

/** The guard is for those whose address alone lets them in. */
const isGuarded = (
  caller: Caller | RefusedDevice | undefined,
  origin: CallOrigin,
  enforcement: AccessPolicy,
): boolean => caller?.kind === 'lan' || (caller?.kind === 'loopback' && !carriesActiveToken(origin, enforcement));

/** Judges a call against the configuration in force (order of checks: address, caller, browser guard, refusals). */
export const authorize =
  (names: OwnNames) =>
  (enforcement: AccessPolicy, from: RequestOrigin, target: PermissionTarget): Authorization => {
    const resolution = resolveCaller(from, enforcement);
    const caller = known(resolution);
    const fromForeignPage = isGuarded(caller, from, enforcement) && !passesBrowserGuard(names, from.browser);
    const { configuration } = enforcement;
    const verdict = permit({ caller, fromForeignPage, target, configuration });
    return { caller, decision: verdict, refusalReason: reasonOf(resolution, verdict) };
  };
