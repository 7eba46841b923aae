// Handles every call: authorizes it, decodes its parameters, checks its station, and runs its operation.
import * as E from 'fp-ts/lib/Either.js';
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import type { OwnNames } from '../../domain/access/browser-guard.js';
import { callerName, identityOf, pinOf } from '../../domain/access/caller.js';
import { authorize, type Authorization, type RequestOrigin } from '../../domain/access/authorization.js';
import { withoutLegacyCallers } from '../../domain/access/legacy-attempt.js';
import type { PermissionTarget } from '../../domain/access/permission.js';
import { failure, type Failure } from '../../domain/failure.js';
import { stationOf } from '../../domain/studio/station.js';
import type { LegacyThrottle } from '../access/legacy-throttle.js';
import type { Acknowledgements, CallResponse } from '../commands/acknowledgement.js';
import type { ActionRecords } from '../commands/action-records.js';
import { withSuggestion } from './suggestion.js';
import type { CallContext, StreamRequest, Operation, PreparedCall } from './operation.js';
import type { RawCall } from './parameters.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { CommandResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import type { Secrets } from '../ports/secrets.js';
import type { StudioState } from '../state/studio-state.js';
import type { CallReports } from '../calls/call-reports.js';

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

/** The response to a call, and its caller. */
export interface DispatchResult {
  /** As written in the request log; null if no caller was resolved. */
  readonly caller: string | null;
  /** Whether a device called with its valid token. */
  readonly isDevice?: boolean;
  /** The id of the action, also of a refused one; absent for reads. */
  readonly action?: string;
  readonly response: CallResponse;
}

/** What the dispatcher uses besides the operations' own ports. */
export interface DispatchDeps {
  readonly access: CurrentAccess;
  readonly legacyThrottle: LegacyThrottle;
  readonly names: OwnNames;
  readonly studio: StudioState;
  readonly secrets: Secrets;
  readonly acknowledgements: Acknowledgements;
  readonly actions: ActionRecords;
  readonly reports: Pick<CallReports, 'record'>;
  readonly log: Log;
  /** Returns true when the service has begun to stop: no more commands are sent. */
  readonly stopping: () => boolean;
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

/** Returns a failure that doesn't invite a retry if a command may have been sent (ERROR-23). */
const unexpectedFailure = ({ access }: Pick<Operation<never>, 'access'>): Failure =>
  access === 'control'
    ? failure('device_error', 'an unexpected error occurred; the command may have reached the device')
    : failure('internal_error', 'an unexpected error occurred');

const stationFor = <Ports>(
  { studio }: DispatchDeps,
  { stationScoped }: Operation<Ports>,
  { station }: PreparedCall<Ports>,
  caller: Authorization['caller'],
): E.Either<Failure, string | null> =>
  stationScoped
    ? stationOf(studio.records.stations, { holder: studio.runtime().holder, requested: station, pin: pinOf(caller) })
    : E.right(null);

const stoppingFailure = failure('unavailable', 'the service is stopping; nothing was sent');

/** A call with its authorization, which may be admitted or refused. */
interface AuthorizedCall<Ports> {
  readonly call: Call<Ports>;
  readonly authorization: Authorization;
  readonly reauthorize: () => Authorization;
}

/** A call that passed all checks. */
interface CheckedCall<Ports> {
  readonly prepared: PreparedCall<Ports>;
  readonly context: CallContext;
}

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

/** Runs all checks, in the order of precedence of their refusals (PRECEDENCE-1 to PRECEDENCE-8). */
const check = <Ports>(deps: DispatchDeps, authorized: AuthorizedCall<Ports>): E.Either<Failure, CheckedCall<Ports>> => {
  const { operation, raw, requestFailure } = authorized.call;
  const { caller, decision } = authorized.authorization;
  if (E.isLeft(decision)) return decision;
  if (requestFailure !== undefined) return E.left(requestFailure);
  const prepared = operation.prepare(raw);
  if (E.isLeft(prepared)) return prepared;
  const station = stationFor(deps, operation, prepared.right, caller);
  if (E.isLeft(station)) return station;
  if (deps.stopping()) return E.left(stoppingFailure);
  return E.right({ prepared: prepared.right, context: contextOf(authorized, station.right) });
};

const nameOf = ({ caller }: Authorization): string | null => (caller === undefined ? null : callerName(caller));

const isDevice = ({ caller }: Authorization): boolean => caller?.kind === 'device';

/** The id of an action, and the function that stores its results. */
interface RecordedAction {
  readonly id: string;
  readonly onResult: (result: CommandResult) => void;
}

const recordAction = <Ports>(
  { actions, secrets }: DispatchDeps,
  { call: { operation, origin }, authorization }: AuthorizedCall<Ports>,
): RecordedAction | undefined => {
  if (operation.access !== 'control') return undefined;
  const { name, feature } = operation;
  const { caller } = authorization;
  const id = secrets.id();
  const isRefusedCaller = caller === undefined || caller.kind === 'refused';
  const owner = identityOf(caller, origin.address);
  return {
    id,
    onResult: actions.begin({ id, operation: name, caller: nameOf(authorization), feature, owner, isRefusedCaller }),
  };
};

const ignore = (): void => undefined;

/** Handles a call. Never rejects. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<DispatchResult>;

/** Returns the function that handles calls, over the ports that the operations use. */
export const dispatcher = <Ports>(ports: Ports, deps: DispatchDeps): Dispatch<Ports> => {
  const { access, legacyThrottle, acknowledgements, log } = deps;
  const authorizeCall = authorize(deps.names);

  const authorized = (call: Call<Ports>): AuthorizedCall<Ports> => {
    const target = targetOf(call.operation, call.generation);
    const policy = access.current();
    const authorization = authorizeCall(policy, call.origin, target);
    const isSlowed = legacyThrottle.isSlowed(policy, call.origin, authorization.caller);
    const inForce = (): AccessPolicy => (isSlowed ? withoutLegacyCallers(access.current()) : access.current());
    const reauthorize = (): Authorization => authorizeCall(inForce(), call.origin, target);
    return { call, authorization: isSlowed ? reauthorize() : authorization, reauthorize };
  };

  const run = async (
    { prepared, context }: CheckedCall<Ports>,
    onResult: RecordedAction['onResult'],
  ): Promise<CallResponse> => {
    const started = prepared.run(ports, context);
    if (E.isLeft(started)) return started;
    if ('acknowledged' in started.right) return acknowledgements.await(started.right, onResult);
    return E.right('collected' in started.right ? await started.right.collected : started.right);
  };

  return async (call) => {
    const authorizedCall = authorized(call);
    const { authorization } = authorizedCall;
    deps.reports.record(authorization, call.origin.address);
    const action = recordAction(deps, authorizedCall);
    const checked = check(deps, authorizedCall);
    const response = E.isLeft(checked)
      ? checked
      : await run(checked.right, action?.onResult ?? ignore).catch((error: unknown) => {
          log.error(`${call.operation.name} failed`, { error });
          return E.left(unexpectedFailure(call.operation));
        });
    if (E.isLeft(response)) action?.onResult(response);
    return {
      caller: nameOf(authorization),
      isDevice: isDevice(authorization),
      ...(action && { action: action.id }),
      response: withSuggestion(access, authorization.caller, response),
    };
  };
};
