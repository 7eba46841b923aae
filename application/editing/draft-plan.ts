// What a macro or automation of a draft would do now: planned as a dry run is, on the studio as the draft would leave it.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import { indexLayout, type StudioLayout } from '../../domain/studio/layout.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import { fitRuntimeState } from '../../domain/studio/runtime-state.js';
import type { DevicePorts } from '../commands/devices.js';
import type { Graphics } from '../commands/graphics.js';
import { changesBetween, deviceRefusals, unavailableOf, type RefusalPorts } from '../dry-run/dry-run.js';
import { StepPlan, type StepPlanPorts } from '../dry-run/planned-steps.js';
import type { PlayerReport, SceneState } from '../ports/players.js';
import type { Macros } from '../sequences/macros.js';
import type { StudioState } from '../state/studio-state.js';
import type { DraftPlan } from './answers.js';
import type { PlanRequest } from './requests.js';

/** The studio in force. */
export interface DraftPlanPorts extends DevicePorts, Pick<StepPlanPorts, 'access'> {
  readonly graphics: Pick<Graphics, 'find'>;
  readonly macros: Pick<Macros, 'prepare'>;
  readonly studio: Pick<StudioState, 'records' | 'runtime'>;
}

/** Plans a macro or automation of a layout. */
export type PlanDraft = (layout: StudioLayout, request: PlanRequest) => E.Either<Failure, DraftPlan>;

type Ports = RefusalPorts & StepPlanPorts;

const emptyScene = (id: string): SceneState => ({ id, run: null, cued: null, graphicShown: false });

/** Returns what an output of a draft shows: what its player reports, and nothing in scenes that only the draft has. */
const reportOf = ({ scenes }: OutputDefinition, report: PlayerReport | undefined): PlayerReport => ({
  connected: report?.connected ?? false,
  scenes: scenes.map((id) => report?.scenes.find((scene) => scene.id === id) ?? emptyScene(id)),
});

/** Returns the ports of a studio whose layout were the draft's. A device that only the draft has isn't connected, and refuses nothing. */
const draftPorts = (ports: DraftPlanPorts, layout: StudioLayout): Ports => {
  const { players, signalLines, cameras, studio } = ports;
  const records = indexLayout(layout);
  const has = (kind: 'outputs' | 'signals' | 'cameras', id: string): boolean =>
    studio.records[kind].all.some((record) => record.id === id);
  // Steps of a checked layout switch no signal that follows a tally, though it may follow one in the layout in force.
  const isSwitched = (id: string): boolean =>
    studio.records.signals.all.some((signal) => signal.id === id && signal.follows === undefined);
  const runtime = fitRuntimeState(layout, studio.runtime()).state;
  const hasScene = (output: string, scene: string): boolean =>
    has('outputs', output) && players.state(output).scenes.some(({ id }) => id === scene);
  return {
    ...ports,
    studio: { layout, records, runtime: () => runtime },
    players: {
      state: (id) =>
        pipe(
          records.outputs.find(id),
          E.match(
            () => ({ connected: false, scenes: [] }),
            (output) => reportOf(output, has('outputs', id) ? players.state(id) : undefined),
          ),
        ),
      refusal: (command) =>
        'scene' in command && !hasScene(command.output, command.scene) ? undefined : players.refusal(command),
    },
    signalLines: {
      connected: (id) => has('signals', id) && signalLines.connected(id),
      refusal: (command) => (isSwitched(command.signal) ? signalLines.refusal(command) : undefined),
      pendingValue: (id) => (has('signals', id) ? signalLines.pendingValue(id) : null),
    },
    cameras: {
      connected: (id) => has('cameras', id) && cameras.connected(id),
      refusal: (command) => (has('cameras', command.camera) ? cameras.refusal?.(command) : undefined),
    },
  };
};

const missing = ({ kind, id }: PlanRequest): Failure => failure('not_found', `there is no ${kind} "${id}"`);

/** Returns what plans macros and automations of drafts. */
export const draftPlans =
  (inForce: DraftPlanPorts): PlanDraft =>
  (layout, request) => {
    const { kind, id, with: values = {} } = request;
    const ports = draftPorts(inForce, layout);
    const plan = new StepPlan(ports, deviceRefusals(ports), null);
    const found = kind === 'macro' ? layout.macros : layout.automations;
    return pipe(
      found.find((one) => one.id === id),
      E.fromNullable(missing(request)),
      E.chain((sequence) =>
        kind === 'macro'
          ? pipe(
              ports.macros.prepare(sequence, values),
              E.map((steps) => plan.planMacro(id, steps)),
            )
          : E.right(plan.plan({ automation: id }, sequence.steps)),
      ),
      E.chain((steps) => (plan.failure === undefined ? E.right(steps) : E.left(plan.failure))),
      E.map(({ commands }) => ({
        commands,
        changes: changesBetween(ports.studio.runtime(), plan.runtime),
        unavailable: unavailableOf(ports, plan.decided),
      })),
    );
  };
