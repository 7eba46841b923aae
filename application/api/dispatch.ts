// Handles every call: authorizes it, decodes its parameters, checks its station, and runs its operation.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Authorization } from '../../domain/access/authorization.js';
import { identityOf } from '../../domain/access/caller.js';
import type { DecidingStep } from '../../domain/access/deciding-step.js';
import { failure, reasonOf, unexpectedAfterCommand, type Failure } from '../../domain/failure.js';
import type { CallReports, ReportedCall } from '../calls/call-reports.js';
import type { Acknowledgements, CallResponse } from '../commands/acknowledgement.js';
import { repeatedDryRun, type RunDry } from '../dry-run/dry-run.js';
import type { StartAction } from '../ledger/start-action.js';
import type { Log } from '../ports/log.js';
import { authorizer, nameOf, type AuthorizedCall, type AuthorizerDeps, type Call } from './authorized-call.js';
import { check, checkAgain, type CheckDeps } from './call-checks.js';
import type { ActionAnswer } from '../ledger/action-answer.js';
import { isDryRun } from './control.js';
import type { KeyedCall, KeyedCalls } from '../ledger/keyed-calls.js';
import type { CheckedCall, Operation, OperationOutcome, PreparedCall } from './operation.js';
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
  readonly action?: string | undefined;
  readonly response: CallResponse;
  /** The call, if its answer is reported to the console. */
  readonly reported?: ReportedCall | undefined;
  /** To be called when the response was handed to the network, or its connection is closed; absent for reads. */
  readonly onDelivered?: (() => void) | undefined;
}

/** What the dispatcher uses besides the operations' own ports. */
export interface DispatchDeps<Ports> extends AuthorizerDeps, CheckDeps, ActionRecorderDeps {
  readonly acknowledgements: Acknowledgements;
  readonly keyedCalls: Pick<KeyedCalls, 'answer' | 'relation'>;
  readonly reports: Pick<CallReports, 'record'>;
  readonly log: Log;
  readonly startAction: StartAction<Ports>;
  readonly runDry: RunDry<Ports>;
}

/** Returns a failure that doesn't invite a retry if a command may have been sent (ERROR-23). */
const unexpectedFailure = ({ access }: Pick<Operation<never>, 'access'>): Failure =>
  access === 'control' ? unexpectedAfterCommand : failure('internal_error', 'an unexpected error occurred');

const failedDryRun = failure('device_error', 'an unexpected error occurred in the dry run; nothing was sent');

const isDevice = ({ caller }: Authorization): boolean => caller?.kind === 'device';

/** The answer to a call, and what follows its delivery. */
interface HandledCall extends ActionAnswer, Pick<DispatchResult, 'onDelivered'> {}

type Outcome = Pick<HandledCall, 'response' | 'isSent'>;

const unsent = (response: E.Either<Failure, never>): Outcome => ({ response, isSent: false });
const sent = (response: CallResponse): Outcome => ({ response, isSent: true });

/** The decoded parameters of an action that its caller may use; undefined for other calls, whose checks decode them if need be. */
type Prepared<Ports> = E.Either<Failure, PreparedCall<Ports>> | undefined;

const preparedAction = <Ports>({ call, authorization }: AuthorizedCall<Ports>): Prepared<Ports> => {
  const { operation, raw, requestFailure } = call;
  const isPossible = E.isRight(authorization.decision) && requestFailure === undefined;
  return operation.access === 'control' && isPossible ? operation.prepare(raw) : undefined;
};

/** Returns an action with its key; undefined if it has none. */
const keyedCallOf = <Ports>(
  { call: { origin }, authorization: { caller } }: AuthorizedCall<Ports>,
  prepared: Prepared<Ports>,
): KeyedCall | undefined =>
  prepared === undefined || E.isLeft(prepared) || prepared.right.key === undefined
    ? undefined
    : { ...prepared.right.key, owner: identityOf(caller, origin.address) };

/** Returns the function that checks and runs an authorized call, or refuses it with the given failure. */
const runner = <Ports>(ports: Ports, deps: DispatchDeps<Ports>) => {
  // None of these is async: a read waits for nothing, and a promise costs as much as decoding its parameters.
  const outcomeOf = (read: E.Either<Failure, OperationOutcome>): Outcome | Promise<Outcome> => {
    if (E.isLeft(read)) return unsent(read);
    const outcome = read.right;
    if ('wait' in outcome) throw new Error('an action can only be started');
    return 'collected' in outcome ? outcome.collected.then(E.right).then(sent) : sent(E.right(outcome));
  };

  const start = (
    authorizedCall: AuthorizedCall<Ports>,
    checked: CheckedCall<Ports>,
    action: RecordedAction,
  ): Promise<Outcome> =>
    deps
      .startAction({ head: action.head, checked, recheck: () => checkAgain(deps, authorizedCall, checked.prepared) })
      .then((started): Outcome | Promise<Outcome> => {
        if (E.isRight(started)) return deps.acknowledgements.await(started.right, action.onResult).then(sent);
        return reasonOf(started.left) === 'unexpected' ? sent(started) : unsent(started);
      });

  return (
    authorizedCall: AuthorizedCall<Ports>,
    prepared: Prepared<Ports>,
    action: RecordedAction | undefined,
  ): Outcome | Promise<Outcome> => {
    const checked = check(deps, authorizedCall, prepared);
    if (E.isLeft(checked)) return unsent(checked);
    if (action !== undefined) return start(authorizedCall, checked.right, action);
    return outcomeOf(checked.right.prepared.run(ports, checked.right.context));
  };
};

/** Returns the function that answers dry runs. Nothing of them is recorded, and their keys aren't kept. */
const dryRunner =
  <Ports>(deps: DispatchDeps<Ports>) =>
  (authorizedCall: AuthorizedCall<Ports>, prepared: Prepared<Ports>): HandledCall => {
    const { name: operation } = authorizedCall.call.operation;
    try {
      const response = pipe(
        deps.keyedCalls.relation(keyedCallOf(authorizedCall, prepared)),
        E.chain((relation) =>
          relation === 'repetition'
            ? E.right(repeatedDryRun(operation))
            : pipe(
                check(deps, authorizedCall, prepared),
                E.chain((checked) => deps.runDry({ operation, checked })),
              ),
        ),
      );
      return { response, isSent: false };
    } catch (error) {
      deps.log.error(`the dry run of ${operation} failed`, { error });
      return unsent(E.left(failedDryRun));
    }
  };

/** Handles a call. Never rejects. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<DispatchResult>;

/** Returns the function that handles calls, over the ports that the operations use. */
export const dispatcher = <Ports>(ports: Ports, deps: DispatchDeps<Ports>): Dispatch<Ports> => {
  const { access, keyedCalls, log } = deps;
  const authorized = authorizer(deps);
  const run = runner(ports, deps);
  const runDry = dryRunner(deps);

  const failed = ({ call: { operation } }: AuthorizedCall<Ports>, error: unknown): Outcome => {
    log.error(`${operation.name} failed`, { error });
    return sent(E.left(unexpectedFailure(operation)));
  };

  const handle = async (authorizedCall: AuthorizedCall<Ports>, prepared: Prepared<Ports>): Promise<HandledCall> => {
    const action = recordAction(deps, authorizedCall);
    let outcome: Outcome;
    try {
      outcome = await run(authorizedCall, prepared, action);
    } catch (error) {
      outcome = failed(authorizedCall, error);
    }
    if (action === undefined) return outcome;
    if (E.isLeft(outcome.response)) action.onResult(outcome.response);
    return { ...outcome, action: action.head.id, onDelivered: action.onDelivered };
  };

  const answerOf = (authorizedCall: AuthorizedCall<Ports>): HandledCall | Promise<HandledCall> => {
    const prepared = preparedAction(authorizedCall);
    if (isDryRun(authorizedCall.call)) return runDry(authorizedCall, prepared);
    return keyedCalls.answer(keyedCallOf(authorizedCall, prepared), (refusal) =>
      handle(authorizedCall, refusal === undefined ? prepared : E.left(refusal)),
    );
  };

  return async (call) => {
    const authorizedCall = authorized(call);
    const { authorization } = authorizedCall;
    const reported = deps.reports.record(authorization, call.origin.address);
    const answer = await answerOf(authorizedCall);
    return {
      caller: nameOf(authorization),
      decidedBy: authorization.step,
      isDevice: isDevice(authorization),
      action: answer.action,
      reported,
      onDelivered: answer.onDelivered,
      response: withSuggestion(access, authorization.caller, answer.response),
    };
  };
};
