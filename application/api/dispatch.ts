// Handles every call: authorizes it, decodes its parameters, checks its station, and runs its operation.
import * as E from 'fp-ts/lib/Either.js';
import type { Authorization } from '../../domain/access/authorization.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { CallReports } from '../calls/call-reports.js';
import type { Acknowledgements, CallResponse } from '../commands/acknowledgement.js';
import type { StartAction } from '../journal/start-action.js';
import type { Log } from '../ports/log.js';
import { authorizer, nameOf, type AuthorizedCall, type AuthorizerDeps, type Call } from './authorized-call.js';
import { check, checkAgain, type CheckDeps } from './call-checks.js';
import type { CheckedCall, Operation, OperationOutcome } from './operation.js';
import { recordAction, type ActionRecorderDeps, type RecordedAction } from './recorded-action.js';
import { withSuggestion } from './suggestion.js';

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
export interface DispatchDeps<Ports> extends AuthorizerDeps, CheckDeps, ActionRecorderDeps {
  readonly acknowledgements: Acknowledgements;
  readonly reports: Pick<CallReports, 'record'>;
  readonly log: Log;
  readonly startAction: StartAction<Ports>;
}

/** Returns a failure that doesn't invite a retry if a command may have been sent (ERROR-23). */
const unexpectedFailure = ({ access }: Pick<Operation<never>, 'access'>): Failure =>
  access === 'control'
    ? failure('device_error', 'an unexpected error occurred; the command may have reached the device')
    : failure('internal_error', 'an unexpected error occurred');

const isDevice = ({ caller }: Authorization): boolean => caller?.kind === 'device';

const ignore = (): void => undefined;

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
