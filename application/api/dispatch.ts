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
import type { ActionHead } from '../../domain/action.js';
import type { ActionJournal } from '../journal/action-journal.js';
import type { StartAction } from '../journal/start-action.js';
import type { Acknowledgements, CallResponse } from '../commands/acknowledgement.js';
import type { ActionRecords } from '../commands/action-records.js';
import { withSuggestion } from './suggestion.js';
import type {
  CallContext,
  CheckedCall,
  StreamRequest,
  Operation,
  OperationOutcome,
  PreparedCall,
} from './operation.js';
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
  /** To be called when the response was handed to the network, or its connection is closed; absent for reads. */
  readonly onDelivered?: () => void;
}

/** What the dispatcher uses besides the operations' own ports. */
export interface DispatchDeps<Ports> {
  readonly access: CurrentAccess;
  readonly legacyThrottle: LegacyThrottle;
  readonly names: OwnNames;
  readonly studio: StudioState;
  readonly secrets: Secrets;
  readonly acknowledgements: Acknowledgements;
  readonly actions: ActionRecords;
  readonly reports: Pick<CallReports, 'record'>;
  readonly log: Log;
  readonly startAction: StartAction<Ports>;
  readonly journal: Pick<ActionJournal, 'end'>;
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
  { studio }: DispatchDeps<Ports>,
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
const check = <Ports>(
  deps: DispatchDeps<Ports>,
  authorized: AuthorizedCall<Ports>,
): E.Either<Failure, CheckedCall<Ports>> => {
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

/** Checks a call again, under the access policy that is in force now. */
const checkAgain = <Ports>(
  deps: DispatchDeps<Ports>,
  authorized: AuthorizedCall<Ports>,
): E.Either<Failure, CheckedCall<Ports>> => check(deps, { ...authorized, authorization: authorized.reauthorize() });

const nameOf = ({ caller }: Authorization): string | null => (caller === undefined ? null : callerName(caller));

const isDevice = ({ caller }: Authorization): boolean => caller?.kind === 'device';

/** An action that is recorded, and the functions that note its end. */
interface RecordedAction {
  readonly head: ActionHead;
  /** Stores the results of its command. */
  readonly onResult: (result: CommandResult) => void;
  readonly onDelivered: () => void;
}

/** Calls `onEnd` once both its result is known and its response is delivered, for in between its caller may repeat it. */
const afterBoth = (onEnd: () => void) => {
  const expected = new Set(['result', 'delivery']);
  return (what: 'result' | 'delivery'): void => {
    if (expected.delete(what) && expected.size === 0) onEnd();
  };
};

/** Returns the id of the output that a call names; null for none. */
const outputOf = ({ records }: StudioState, { path }: RawCall): string | null => {
  const found = records.outputs.find(path.get('slot')?.[0] ?? '');
  return E.isRight(found) ? found.right.id : null;
};

const recordAction = <Ports>(
  { actions, secrets, journal, studio }: DispatchDeps<Ports>,
  { call: { operation, origin, raw }, authorization }: AuthorizedCall<Ports>,
): RecordedAction | undefined => {
  if (operation.access !== 'control') return undefined;
  const { name, feature } = operation;
  const { caller } = authorization;
  const head = { id: secrets.id(), operation: name, caller: nameOf(authorization) };
  const isRefusedCaller = caller === undefined || caller.kind === 'refused';
  const owner = identityOf(caller, origin.address);
  const store = actions.begin({ ...head, feature, output: outputOf(studio, raw), owner, isRefusedCaller });
  const mark = afterBoth(() => {
    journal.end(head.id);
  });
  return {
    head,
    onResult: (result) => {
      store(result);
      mark('result');
    },
    onDelivered: () => {
      mark('delivery');
    },
  };
};

const ignore = (): void => undefined;

/** Returns the function that authorizes calls. */
const authorizer = <Ports>({ access, legacyThrottle, names }: DispatchDeps<Ports>) => {
  const authorizeCall = authorize(names);
  return (call: Call<Ports>): AuthorizedCall<Ports> => {
    const target = targetOf(call.operation, call.generation);
    const policy = access.current();
    const authorization = authorizeCall(policy, call.origin, target);
    const isSlowed = legacyThrottle.isSlowed(policy, call.origin, authorization.caller);
    const inForce = (): AccessPolicy => (isSlowed ? withoutLegacyCallers(access.current()) : access.current());
    const reauthorize = (): Authorization => authorizeCall(inForce(), call.origin, target);
    return { call, authorization: isSlowed ? reauthorize() : authorization, reauthorize };
  };
};

/** Handles a call. Never rejects. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<DispatchResult>;

/** Returns the function that handles calls, over the ports that the operations use. */
export const dispatcher = <Ports>(ports: Ports, deps: DispatchDeps<Ports>): Dispatch<Ports> => {
  const { access, acknowledgements, log } = deps;
  const authorized = authorizer(deps);

  const start = async (
    authorizedCall: AuthorizedCall<Ports>,
    checked: CheckedCall<Ports>,
    action: RecordedAction | undefined,
  ): Promise<E.Either<Failure, OperationOutcome>> =>
    action === undefined
      ? checked.prepared.run(ports, checked.context)
      : deps.startAction({ head: action.head, checked, recheck: () => checkAgain(deps, authorizedCall) });

  const run = async (
    authorizedCall: AuthorizedCall<Ports>,
    action: RecordedAction | undefined,
  ): Promise<CallResponse> => {
    const checked = check(deps, authorizedCall);
    if (E.isLeft(checked)) return checked;
    const started = await start(authorizedCall, checked.right, action);
    if (E.isLeft(started)) return started;
    if ('acknowledged' in started.right) return acknowledgements.await(started.right, action?.onResult ?? ignore);
    return E.right('collected' in started.right ? await started.right.collected : started.right);
  };

  return async (call) => {
    const authorizedCall = authorized(call);
    const { authorization } = authorizedCall;
    deps.reports.record(authorization, call.origin.address);
    const action = recordAction(deps, authorizedCall);
    const response = await run(authorizedCall, action).catch((error: unknown) => {
      log.error(`${call.operation.name} failed`, { error });
      return E.left(unexpectedFailure(call.operation));
    });
    if (E.isLeft(response)) action?.onResult(response);
    return {
      caller: nameOf(authorization),
      isDevice: isDevice(authorization),
      ...(action && { action: action.head.id, onDelivered: action.onDelivered }),
      response: withSuggestion(access, authorization.caller, response),
    };
  };
};
