// Checks a call: the caller's permission, the parameters and the station, in the order of precedence of their refusals.
import * as E from 'fp-ts/lib/Either.js';
import { identityOf, pinOf } from '../../domain/access/caller.js';
import type { Authorization } from '../../domain/access/authorization.js';
import { failure, type Failure } from '../../domain/failure.js';
import { stationOf } from '../../domain/studio/station.js';
import type { StudioState } from '../state/studio-state.js';
import type { AuthorizedCall } from './authorized-call.js';
import type { CallContext, CheckedCall, Operation, PreparedCall } from './operation.js';

/** What checks calls. */
export interface CheckDeps {
  readonly studio: StudioState;
  /** Returns true when the service has begun to stop: no more commands are sent. */
  readonly stopping: () => boolean;
}

const stationFor = <Ports>(
  { studio }: CheckDeps,
  { stationScoped }: Operation<Ports>,
  { station }: PreparedCall<Ports>,
  caller: Authorization['caller'],
): E.Either<Failure, string | null> =>
  stationScoped
    ? stationOf(studio.records.stations, { holder: studio.runtime().holder, requested: station, pin: pinOf(caller) })
    : E.right(null);

const stoppingFailure = failure('unavailable', 'the service is stopping; nothing was sent');

const contextOf = <Ports>(authorized: AuthorizedCall<Ports>, station: string | null): CallContext => {
  const { call, authorization, reauthorize } = authorized;
  const { address } = call.origin;
  const identity = identityOf(authorization.caller, address);
  return {
    caller: authorization.caller,
    address: address.text,
    identity,
    station,
    streamRequest: call.streamRequest,
    currentCaller: () => {
      const { caller, decision } = reauthorize();
      return E.isRight(decision) && identityOf(caller, address) === identity ? caller : undefined;
    },
  };
};

/** Checks the station of a call, and that the service still sends. */
const checkedCall = <Ports>(
  deps: CheckDeps,
  authorized: AuthorizedCall<Ports>,
  prepared: PreparedCall<Ports>,
): E.Either<Failure, CheckedCall<Ports>> => {
  const station = stationFor(deps, authorized.call.operation, prepared, authorized.authorization.caller);
  if (E.isLeft(station)) return station;
  if (deps.stopping()) return E.left(stoppingFailure);
  return E.right({ prepared, context: contextOf(authorized, station.right) });
};

/**
 * Runs all checks, in the order of precedence of their refusals (PRECEDENCE-1 to PRECEDENCE-8). `decoded`: the parameters, if they
 * were decoded already.
 */
export const check = <Ports>(
  deps: CheckDeps,
  authorized: AuthorizedCall<Ports>,
  decoded?: E.Either<Failure, PreparedCall<Ports>>,
): E.Either<Failure, CheckedCall<Ports>> => {
  const { operation, raw, requestFailure } = authorized.call;
  const { decision } = authorized.authorization;
  if (E.isLeft(decision)) return decision;
  if (requestFailure !== undefined) return E.left(requestFailure);
  const prepared = decoded ?? operation.prepare(raw);
  return E.isLeft(prepared) ? prepared : checkedCall(deps, authorized, prepared.right);
};

/** Checks a call again, under the access policy that is in force now. Its parameters were decoded before. */
export const checkAgain = <Ports>(
  deps: CheckDeps,
  authorized: AuthorizedCall<Ports>,
  prepared: PreparedCall<Ports>,
): E.Either<Failure, CheckedCall<Ports>> => {
  const authorization = authorized.reauthorize();
  return E.isLeft(authorization.decision)
    ? authorization.decision
    : checkedCall(deps, { ...authorized, authorization }, prepared);
};
