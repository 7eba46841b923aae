// The way of every call: who is it, may it, are its parameters right, is it meant for this station; then it is run.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { OwnNames } from '../domain/access/browser-guard.js';
import { callerName } from '../domain/access/caller.js';
import { judge, type Judgement, type Provenance } from '../domain/access/judgement.js';
import type { Target } from '../domain/access/permission.js';
import { failure, type Failure } from '../domain/failure.js';
import { stationOf } from '../domain/studio/station.js';
import { accepted, type Acknowledgements, type Answered } from './acknowledgement.js';
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
  /** The id of the action that was begun. */
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

/** Makes the one function every face calls. It never rejects. */
export const dispatcher = <Ports>(ports: Ports, needs: DispatchNeeds) => {
  const { access, studio, secrets, acknowledgements, log, stopping } = needs;
  const judgeCall = judge(needs.names);

  const stationFor = (operation: Operation<Ports>, prepared: Prepared<Ports>, caller: Judgement['caller']) =>
    operation.stationScoped
      ? stationOf(studio.records.stations, {
          holder: studio.holder(),
          requested: prepared.station,
          pin: caller?.kind === 'device' ? caller.device.station : null,
        })
      : E.right(null);

  const contextFor = (operation: Operation<Ports>, prepared: Prepared<Ports>, caller: Judgement['caller']) =>
    pipe(
      stationFor(operation, prepared, caller),
      E.filterOrElse(
        () => !stopping(),
        () => failure('unavailable', 'the service is stopping; nothing was sent'),
      ),
      E.map((station): Context => ({ caller, station })),
    );

  const admit = ({ operation, raw, fault }: Call<Ports>, { caller, verdict }: Judgement) =>
    pipe(
      verdict,
      E.chain(() => (fault === undefined ? E.right(undefined) : E.left(fault))),
      E.chain(() => operation.prepare(raw)),
      E.bindTo('prepared'),
      E.bind('context', ({ prepared }) => contextFor(operation, prepared, caller)),
    );

  const run = async ({ run: start }: Prepared<Ports>, context: Context): Promise<Answered> => {
    const running = start(ports, context);
    return E.isRight(running) && isStarted(running.right)
      ? acknowledgements.await(running.right)
      : (running as Answered);
  };

  return async (call: Call<Ports>): Promise<Outcome> => {
    const { operation, generation, from } = call;
    const judgement = judgeCall(access.current(), from, targetOf(operation, generation));
    const caller = judgement.caller === undefined ? null : callerName(judgement.caller);
    const admitted = admit(call, judgement);
    if (E.isLeft(admitted)) return { caller, answered: admitted };
    const { prepared, context } = admitted.right;
    const begun = operation.access === 'control' ? { action: secrets.id() } : {};
    const answered = await run(prepared, context).catch((error: unknown) => {
      log.error(`${operation.name} failed`, { error });
      return E.left(unforeseen(operation));
    });
    return { caller, ...begun, answered };
  };
};

/** The one function every face calls. */
export type Dispatch<Ports> = (call: Call<Ports>) => Promise<Outcome>;

export { accepted };
