// The way of every call: who is it, may it, are its parameters right, is it meant for this station; then it is run.
import * as E from 'fp-ts/lib/Either.js';
import type { OwnNames } from '../../domain/access/browser-guard.js';
import { callerName, identityOf, pinOf } from '../../domain/access/caller.js';
import { authorize, type Authorization, type RequestOrigin } from '../../domain/access/authorization.js';
import type { PermissionTarget } from '../../domain/access/permission.js';
import { failure, type Failure } from '../../domain/failure.js';
import { stationOf } from '../../domain/studio/station.js';
import type { Acknowledgements, CallResponse } from '../commands/acknowledgement.js';
import type { ActionRecords } from '../commands/action-records.js';
import type { CallContext, StreamRequest, Operation, PreparedCall } from './operation.js';
import type { RawCall } from './parameters.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { CommandResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import type { Secrets } from '../ports/secrets.js';
import type { StudioState } from '../state/studio-state.js';
import type { CallReports } from '../calls/call-reports.js';

/** A call as a face hands it over. */
export interface Call<Ports> {
  readonly operation: Operation<Ports>;
  readonly generation: PermissionTarget['generation'];
  readonly origin: RequestOrigin;
  readonly raw: RawCall;
  /** Where the caller would listen to a stream. */
  readonly streamRequest?: StreamRequest | undefined;
  /** What the face has found wrong already (method, encoding); told after the refusals of access, before all else. */
  readonly requestFailure?: Failure | undefined;
}

/** How a call ended, and whose it was. */
export interface DispatchResult {
  /** As the request log writes it; null where nobody was resolved. */
  readonly caller: string | null;
  /** The id of the action, begun or refused; reads have none. */
  readonly action?: string;
  readonly response: CallResponse;
}

/** What dispatching needs beside the operations' own ports. */
export interface DispatchDeps {
  readonly access: CurrentAccess;
  readonly names: OwnNames;
  readonly studio: StudioState;
  readonly secrets: Secrets;
  readonly acknowledgements: Acknowledgements;
  readonly actions: ActionRecords;
  /** Is told of every call that was judged. */
  readonly reports: Pick<CallReports, 'record'>;
  readonly log: Log;
  /** True once the service has begun to stop: nothing more is sent. */
  readonly stopping: () => boolean;
}

/** What a call on an operation is aimed at, for permission: a legacy route needs the legacy feature too. */
export const targetOf = (
  { feature, access, admission }: Pick<Operation<never>, 'feature' | 'access' | 'admission'>,
  generation: PermissionTarget['generation'],
): PermissionTarget => ({
  features: [...(generation === 'legacy' ? ['legacy' as const] : []), ...(feature === null ? [] : [feature])],
  access,
  admission,
  generation,
});

const nobody = (): void => undefined;

/** After a command may have been sent, no answer may invite a repetition. */
const unforeseen = ({ access }: Pick<Operation<never>, 'access'>): Failure =>
  access === 'control'
    ? failure('device_error', 'something unforeseen happened; the command may have reached the device')
    : failure('internal_error', 'something unforeseen happened');

const stationFor = <Ports>(
  { studio }: DispatchDeps,
  { stationScoped }: Operation<Ports>,
  { station }: PreparedCall<Ports>,
  caller: Authorization['caller'],
): E.Either<Failure, string | null> =>
  stationScoped
    ? stationOf(studio.records.stations, { holder: studio.runtime().holder, requested: station, pin: pinOf(caller) })
    : E.right(null);

const isStopping = failure('unavailable', 'the service is stopping; nothing was sent');

/** A call that was judged. */
interface Judged<Ports> {
  readonly call: Call<Ports>;
  readonly judgement: Authorization;
  readonly judgeAnew: () => Authorization;
}

interface Ready<Ports> {
  readonly prepared: PreparedCall<Ports>;
  readonly context: CallContext;
}

const contextOf = <Ports>({ call, judgement, judgeAnew }: Judged<Ports>, station: string | null): CallContext => {
  const { address } = call.origin;
  const identity = identityOf(judgement.caller, address);
  return {
    ...{ caller: judgement.caller, address: address.text, identity, station, streamRequest: call.streamRequest },
    currentCaller: () => {
      const { caller, decision: verdict } = judgeAnew();
      return E.isRight(verdict) && identityOf(caller, address) === identity ? caller : undefined;
    },
  };
};

/** Everything that is checked before an operation runs, in the order in which refusals go before one another. */
const check = <Ports>(needs: DispatchDeps, judged: Judged<Ports>): E.Either<Failure, Ready<Ports>> => {
  const { operation, raw, requestFailure: fault } = judged.call;
  const { caller, decision: verdict } = judged.judgement;
  if (E.isLeft(verdict)) return verdict;
  if (fault !== undefined) return E.left(fault);
  const prepared = operation.prepare(raw);
  if (E.isLeft(prepared)) return prepared;
  const station = stationFor(needs, operation, prepared.right, caller);
  if (E.isLeft(station)) return station;
  if (needs.stopping()) return E.left(isStopping);
  return E.right({ prepared: prepared.right, context: contextOf(judged, station.right) });
};

const nameOf = ({ caller }: Authorization): string | null => (caller === undefined ? null : callerName(caller));

/** An action's id, and what tells its record how it has ended. */
interface Action {
  readonly id: string;
  readonly told: (ended: CommandResult) => void;
}

const recordAction = <Ports>(
  { actions, secrets }: DispatchDeps,
  { call: { operation, origin: from }, judgement: { caller } }: Judged<Ports>,
): Action | undefined => {
  if (operation.access !== 'control') return undefined;
  const { name, feature } = operation;
  const id = secrets.id();
  const byStranger = caller === undefined || caller.kind === 'refused';
  const owner = identityOf(caller, from.address);
  return { id, told: actions.begin({ id, operation: name, feature, owner, isRefusedCaller: byStranger }) };
};

/** The one function every face calls. It never rejects. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<DispatchResult>;

/** Makes the dispatch over the ports that the operations need. */
export const dispatcher = <Ports>(ports: Ports, needs: DispatchDeps): Dispatch<Ports> => {
  const { access, acknowledgements, log } = needs;
  const judgeCall = authorize(needs.names);

  const judged = (call: Call<Ports>): Judged<Ports> => {
    const target = targetOf(call.operation, call.generation);
    const judgeAnew = (): Authorization => judgeCall(access.current(), call.origin, target);
    return { call, judgement: judgeAnew(), judgeAnew };
  };

  const run = async (
    { prepared, context }: Ready<Ports>,
    told: (ended: CommandResult) => void,
  ): Promise<CallResponse> => {
    const begun = prepared.run(ports, context);
    if (E.isLeft(begun)) return begun;
    if ('acknowledged' in begun.right) return acknowledgements.await(begun.right, told);
    return E.right('collected' in begun.right ? await begun.right.collected : begun.right);
  };

  return async (call) => {
    const of = judged(call);
    needs.reports.record(of.judgement, call.origin.address);
    const action = recordAction(needs, of);
    const ready = check(needs, of);
    const answered = E.isLeft(ready)
      ? ready
      : await run(ready.right, action?.told ?? nobody).catch((error: unknown) => {
          log.error(`${call.operation.name} failed`, { error });
          return E.left(unforeseen(call.operation));
        });
    if (E.isLeft(answered)) action?.told(answered);
    return { caller: nameOf(of.judgement), ...(action && { action: action.id }), response: answered };
  };
};
