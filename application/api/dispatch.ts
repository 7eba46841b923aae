// Handles every call: authorizes it, decodes its parameters, checks its station, and runs its operation.
import * as E from 'fp-ts/lib/Either.js';
import type { Authorization } from '../../domain/access/authorization.js';
import type { DecidingStep } from '../../domain/access/deciding-step.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { CallReports, OnAnswer } from '../calls/call-reports.js';
import type { Acknowledgements, CallResponse } from '../commands/acknowledgement.js';
import type { StartAction } from '../journal/start-action.js';
import type { Log } from '../ports/log.js';
import { authorizer, nameOf, type AuthorizedCall, type AuthorizerDeps, type Call } from './authorized-call.js';
import { check, checkAgain, type CheckDeps } from './call-checks.js';
import type { ActionAnswer } from './action-answer.js';
import { keyedCallOf, type KeyedCalls } from './keyed-calls.js';
import type { CheckedCall, Operation, OperationOutcome } from './operation.js';
import { recordAction, type ActionRecorderDeps, type RecordedAction } from './recorded-action.js';
import { withSuggestion } from './suggestion.js';

/** The response to a call, and its caller. */
export interface DispatchResult {
  /** As written in the request log; null if no caller was resolved. */
  readonly caller: string | null;
  /** The step that admitted or refused the call. */
  readonly decidedBy?: DecidingStep;
  /** Whether a device called with its valid token. */
  readonly isDevice?: boolean;
  /** The id of the action, also of a refused one; absent for reads. */
  readonly action?: string;
  readonly response: CallResponse;
  /** To be called with the status and the error code of the answer. */
  readonly onAnswered?: OnAnswer;
  /** To be called when the response was handed to the network, or its connection is closed; absent for reads. */
  readonly onDelivered?: () => void;
}

/** What the dispatcher uses besides the operations' own ports. */
export interface DispatchDeps<Ports> extends AuthorizerDeps, CheckDeps, ActionRecorderDeps {
  readonly acknowledgements: Acknowledgements;
  readonly keyedCalls: Pick<KeyedCalls, 'answer'>;
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

/** The answer to a call, and what follows its delivery. */
interface HandledCall extends ActionAnswer, Pick<DispatchResult, 'onDelivered'> {}

const followUpOf = ({ action, onDelivered }: HandledCall): Pick<DispatchResult, 'action' | 'onDelivered'> => ({
  ...(action !== undefined && { action }),
  ...(onDelivered && { onDelivered }),
});

type Outcome = Pick<HandledCall, 'response' | 'isSent'>;

const unsent = (response: E.Either<Failure, never>): Outcome => ({ response, isSent: false });

/** Returns the function that checks and runs an authorized call, or refuses it with the given failure. */
const runner = <Ports>(ports: Ports, deps: DispatchDeps<Ports>) => {
  type Started = E.Either<Failure, OperationOutcome>;

  // Neither this nor `responseTo` is async: a read waits for nothing, and a promise costs as much as decoding its parameters.
  const start = (
    authorizedCall: AuthorizedCall<Ports>,
    checked: CheckedCall<Ports>,
    action: RecordedAction | undefined,
  ): Started | Promise<Started> =>
    action === undefined
      ? checked.prepared.run(ports, checked.context)
      : deps.startAction({ head: action.head, checked, recheck: () => checkAgain(deps, authorizedCall) });

  const responseTo = (
    outcome: OperationOutcome,
    action: RecordedAction | undefined,
  ): CallResponse | Promise<CallResponse> => {
    if ('acknowledged' in outcome) return deps.acknowledgements.await(outcome, action?.onResult ?? ignore);
    return 'collected' in outcome ? outcome.collected.then(E.right) : E.right(outcome);
  };

  return async (
    authorizedCall: AuthorizedCall<Ports>,
    action: RecordedAction | undefined,
    refusal: Failure | undefined,
  ): Promise<Outcome> => {
    const checked = refusal === undefined ? check(deps, authorizedCall) : E.left(refusal);
    if (E.isLeft(checked)) return unsent(checked);
    const started = await start(authorizedCall, checked.right, action);
    if (E.isLeft(started)) return unsent(started);
    return { response: await responseTo(started.right, action), isSent: true };
  };
};

/** Handles a call. Never rejects. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<DispatchResult>;

/** Returns the function that handles calls, over the ports that the operations use. */
export const dispatcher = <Ports>(ports: Ports, deps: DispatchDeps<Ports>): Dispatch<Ports> => {
  const { access, keyedCalls, log } = deps;
  const authorized = authorizer(deps);
  const run = runner(ports, deps);

  const handle = async (authorizedCall: AuthorizedCall<Ports>, refusal?: Failure): Promise<HandledCall> => {
    const { operation } = authorizedCall.call;
    const action = recordAction(deps, authorizedCall);
    const outcome = await run(authorizedCall, action, refusal).catch((error: unknown): Outcome => {
      log.error(`${operation.name} failed`, { error });
      return { response: E.left(unexpectedFailure(operation)), isSent: true };
    });
    if (E.isLeft(outcome.response)) action?.onResult(outcome.response);
    return { ...outcome, ...(action && { action: action.head.id, onDelivered: action.onDelivered }) };
  };

  return async (call) => {
    const authorizedCall = authorized(call);
    const { authorization } = authorizedCall;
    const onAnswered = deps.reports.record(authorization, call.origin.address);
    const answer: HandledCall = await keyedCalls.answer(keyedCallOf(authorizedCall), (refusal) =>
      handle(authorizedCall, refusal),
    );
    return {
      caller: nameOf(authorization),
      decidedBy: authorization.step,
      isDevice: isDevice(authorization),
      onAnswered,
      ...followUpOf(answer),
      response: withSuggestion(access, authorization.caller, answer.response),
    };
  };
};
