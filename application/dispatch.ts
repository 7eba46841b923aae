// The way of every call: who is it, may it, are its parameters right, is it meant for this station; then it is run.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { OwnNames } from '../domain/access/browser-guard.js';
import { callerName, pinOf } from '../domain/access/caller.js';
import { judge, type Judgement, type Provenance } from '../domain/access/judgement.js';
import type { Target } from '../domain/access/permission.js';
import { failure, type Failure } from '../domain/failure.js';
import { stationOf } from '../domain/studio/station.js';
import type { Acknowledgements, Answered } from './acknowledgement.js';
import type { Context, Operation, Prepared, Raw, Result, Started } from './operation.js';
import type { AccessInForce, Log, Secrets, StudioState } from './ports.js';

/** A call as a face hands it over. */
export interface Call<Ports> {
  readonly operation: Operation<Ports>;
  readonly generation: Target['generation'];
  readonly from: Provenance;
  readonly raw: Raw;
  /** What the face has found wrong already (method, encoding); told after the refusals of access, before all else. */
  readonly fault?: Failure | undefined;
}

/** How a call ended, and whose it was. */
export interface Outcome {
  /** As the request log writes it; null where nobody was resolved. */
  readonly caller: string | null;
  /** The id of the action, begun or refused; reads have none. */
  readonly action?: string;
  readonly answered: Answered;
}

/** What dispatching needs beside the operations' own ports. */
export interface DispatchNeeds {
  readonly access: AccessInForce;
  readonly names: OwnNames;
  readonly studio: StudioState;
  readonly secrets: Secrets;
  readonly acknowledgements: Acknowledgements;
  readonly log: Log;
  /** True once the service has begun to stop: nothing more is sent. */
  readonly stopping: () => boolean;
}

/** What a call on an operation is aimed at, for permission: a legacy route needs the legacy feature too. */
export const targetOf = (
  { feature, access, admission }: Pick<Operation<never>, 'feature' | 'access' | 'admission'>,
  generation: Target['generation'],
): Target => ({
  features: [...(generation === 'legacy' ? ['legacy' as const] : []), ...(feature === null ? [] : [feature])],
  access,
  admission,
  generation,
});

const isStarted = (run: Result | Started): run is Started => 'acknowledged' in run;

/** After a command may have been sent, no answer may invite a repetition. */
const unforeseen = ({ access }: Pick<Operation<never>, 'access'>): Failure =>
  access === 'control'
    ? failure('device_error', 'something unforeseen happened; the command may have reached the device')
    : failure('internal_error', 'something unforeseen happened');

const stationFor = <Ports>(
  { studio }: DispatchNeeds,
  { stationScoped }: Operation<Ports>,
  { station }: Prepared<Ports>,
  caller: Judgement['caller'],
): E.Either<Failure, string | null> =>
  stationScoped
    ? stationOf(studio.records.stations, { holder: studio.present().holder, requested: station, pin: pinOf(caller) })
    : E.right(null);

const unlessStopping = ({ stopping }: DispatchNeeds): E.Either<Failure, void> =>
  stopping() ? E.left(failure('unavailable', 'the service is stopping; nothing was sent')) : E.right(undefined);

interface Ready<Ports> {
  readonly prepared: Prepared<Ports>;
  readonly context: Context;
}

/** Everything that is checked before an operation runs, in the order in which refusals go before one another. */
const check = <Ports>(
  needs: DispatchNeeds,
  { operation, raw, fault }: Call<Ports>,
  { caller, verdict }: Judgement,
): E.Either<Failure, Ready<Ports>> =>
  pipe(
    verdict,
    E.chain(() => (fault === undefined ? E.right(undefined) : E.left(fault))),
    E.chain(() => operation.prepare(raw)),
    E.bindTo('prepared'),
    E.bind('station', ({ prepared }) => stationFor(needs, operation, prepared, caller)),
    E.chainFirst(() => unlessStopping(needs)),
    E.map(({ prepared, station }) => ({ prepared, context: { caller, station } })),
  );

const nameOf = ({ caller }: Judgement): string | null => (caller === undefined ? null : callerName(caller));

/** The one function every face calls. It never rejects. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<Outcome>;

/** Makes the dispatch over the ports that the operations need. */
export const dispatcher = <Ports>(ports: Ports, needs: DispatchNeeds): Dispatch<Ports> => {
  const { access, secrets, acknowledgements, log } = needs;
  const judgeCall = judge(needs.names);

  const run = async ({ prepared, context }: Ready<Ports>): Promise<Answered> => {
    const begun = prepared.run(ports, context);
    if (E.isLeft(begun)) return begun;
    return isStarted(begun.right) ? acknowledgements.await(begun.right) : E.right(begun.right);
  };

  return async (call) => {
    const { operation, generation, from } = call;
    const judgement = judgeCall(access.current(), from, targetOf(operation, generation));
    const caller = nameOf(judgement);
    const action = operation.access === 'control' ? { action: secrets.id() } : {};
    const ready = check(needs, call, judgement);
    if (E.isLeft(ready)) return { caller, ...action, answered: ready };
    const answered = await run(ready.right).catch((error: unknown) => {
      log.error(`${operation.name} failed`, { error });
      return E.left(unforeseen(operation));
    });
    return { caller, ...action, answered };
  };
};
