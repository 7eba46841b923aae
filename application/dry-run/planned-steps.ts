// What the steps of a macro or automation would do, as far as the present state decides it (DRY-3).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { AsRunParameter } from '../../domain/as-run.js';
import type { PlannedCommand } from '../../domain/dry-run.js';
import { failure, type Failure } from '../../domain/failure.js';
import { withExpected } from '../../domain/studio/command-effect.js';
import type { Command } from '../../domain/studio/command.js';
import type { ParameterValues } from '../../domain/studio/macro-parameters.js';
import type { RuntimeState, StateChange } from '../../domain/studio/runtime-state.js';
import { foldStep, type Step } from '../../domain/studio/step.js';
import { deviceOperation, type DeviceOperation } from '../as-run/device-operation.js';
import { shownDevices, type ExpectationPorts } from '../commands/recorded.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Refusal } from '../ports/commands.js';
import type { DecidedAction } from '../ports/decided-commands.js';
import type { ClipSelection } from '../ports/players.js';
import type { Macros } from '../sequences/macros.js';
import { isRunningAlready } from '../sequences/macros.js';
import { checkStep, controlSwitches, stepDecisions, type StepDecisionPorts } from '../sequences/perform-step.js';
import type { StudioState } from '../state/studio-state.js';

export interface StepPlanPorts extends ExpectationPorts {
  readonly access: CurrentAccess;
  readonly studio: Pick<StudioState, 'layout' | 'records' | 'runtime'>;
  readonly macros: Pick<Macros, 'prepare'>;
}

/** The macro or automation whose steps are planned. */
export type PlannedSequence = { readonly macro: string } | { readonly automation: string };

/** Returns a command that no step sends. */
const planned = (operation: DeviceOperation): PlannedCommand => ({
  ...operation,
  macro: null,
  automation: null,
  step: null,
  depends: false,
  error: null,
  message: null,
});

/** The most steps of one plan: macros may run others, which run others. */
const maxSteps = 1_000;

const tooLong = failure(
  'conflict',
  `the action leads to more than ${String(maxSteps)} steps, the most that a dry run lists; nothing was sent`,
);

const listedAs = (command: Command): readonly PlannedCommand[] => {
  const operation = deviceOperation(command);
  return operation === undefined ? [] : [planned(operation)];
};

/** What steps would do, and why the first of them can't begin; undefined if it can. */
export interface PlannedSteps {
  readonly commands: readonly PlannedCommand[];
  readonly firstFailure: Failure | undefined;
}

/** The operation of a caller that does the same as a step; null for a pause. */
const operationOf = foldStep<string | null>({
  play: () => 'clip.play',
  cue: () => 'clip.cue',
  take: () => 'output.take',
  stop: () => 'output.stop',
  playlist: () => 'playlist.play',
  next: () => 'playlist.next',
  previous: () => 'playlist.previous',
  endPlaylist: () => 'playlist.stop',
  recall: () => 'camera.recall',
  switch: ({ on }) => (on ? 'signal.on' : 'signal.off'),
  pulse: () => 'signal.pulse',
  set: () => 'variable.set',
  activate: () => 'bank.activate',
  run: () => 'macro.run',
  studio: (status) => (status === 'on_air' ? 'studio.onair' : 'studio.offair'),
  waitMs: () => null,
});

/** Whether what a step does follows from what is cued, which playlist runs or which bank is active when it begins. */
const readsState = (step: Step): boolean =>
  ['take', 'next', 'previous', 'endPlaylist'].some((kind) => kind in step) ||
  ('play' in step && step.play.bank === undefined) ||
  ('cue' in step && step.cue.bank === undefined);

/** The parameters of a step that decides no command now, as the studio file has them. */
const parametersOf = (step: Step): PlannedCommand['parameters'] => {
  const fields: readonly unknown[] = Object.values(step);
  const parameters = Object.entries(fields[0] ?? {}).filter((field): field is [string, AsRunParameter] =>
    AsRunParameter.is(field[1]),
  );
  return Object.fromEntries(parameters);
};

const sceneKey = (output: string, scene: string): string => JSON.stringify([output, scene]);

/** The studio as the planned steps would leave it: the state that the service keeps itself, and what is cued. */
class ExpectedStudio {
  #runtime: RuntimeState;
  readonly #cued = new Map<string, ClipSelection | null>();
  readonly decisionPorts: StepDecisionPorts;

  constructor({ studio, players }: Pick<StepPlanPorts, 'studio' | 'players'>) {
    this.#runtime = studio.runtime();
    this.decisionPorts = {
      studio: { layout: studio.layout, records: studio.records, runtime: () => this.#runtime },
      players: {
        state: (output) => {
          const { connected, scenes } = players.state(output);
          const expected = scenes.map((scene) => {
            const cued = this.#cued.get(sceneKey(output, scene.id));
            return cued === undefined ? scene : { ...scene, cued };
          });
          return { connected, scenes: expected };
        },
      },
    };
  }

  get runtime(): RuntimeState {
    return this.#runtime;
  }

  change(runtime: RuntimeState): void {
    this.#runtime = runtime;
  }

  /** Returns a take with the clip that a planned step has cued; undefined for another command. */
  cuedFor(command: DecidedAction): Command | undefined {
    if (command.do !== 'take') return undefined;
    const cued = this.#cued.get(sceneKey(command.output, command.scene)) ?? undefined;
    return cued && { ...command, expected: cued };
  }

  send(command: DecidedAction): void {
    if (command.do !== 'cue' && command.do !== 'play' && command.do !== 'take') return;
    this.#cued.set(sceneKey(command.output, command.scene), command.do === 'cue' ? command.clip : null);
  }
}

/** Plans the steps of one action. */
export class StepPlan {
  readonly #studio: ExpectedStudio;
  readonly #decide: ReturnType<typeof stepDecisions>;
  readonly #isControlOn: ReturnType<typeof controlSwitches>;
  readonly #running = new Set<string>();
  #steps = 0;
  /** Every command of the plan, as it was decided. */
  readonly decided: DecidedAction[] = [];

  constructor(
    private readonly ports: StepPlanPorts,
    private readonly refusal: Refusal<DecidedAction>,
    private readonly pin: string | null,
  ) {
    this.#studio = new ExpectedStudio(ports);
    this.#decide = stepDecisions(this.#studio.decisionPorts);
    this.#isControlOn = controlSwitches(ports.access);
  }

  /** The studio's own state after the steps. */
  get runtime(): RuntimeState {
    return this.#studio.runtime;
  }

  /** Plans steps that begin now, or after others if `isLater`. */
  plan(sequence: PlannedSequence, steps: readonly Step[], isLater = false): PlannedSteps {
    const all = steps.map((step, index) => this.#planStep(sequence, step, index + 1, isLater || index > 0));
    return { commands: all.flatMap(({ commands }) => commands), firstFailure: all[0]?.firstFailure };
  }

  /** Plans a run of a macro, which may run others. */
  planMacro(id: string, steps: readonly Step[], isLater = false): PlannedSteps {
    this.#running.add(id);
    const ofMacro = this.plan({ macro: id }, steps, isLater);
    this.#running.delete(id);
    return ofMacro;
  }

  /** Returns why the plan isn't complete. */
  get failure(): Failure | undefined {
    return this.#steps > maxSteps ? tooLong : undefined;
  }

  #planStep(sequence: PlannedSequence, step: Step, number: number, isLater: boolean): PlannedSteps {
    this.#steps += 1;
    if (this.#steps > maxSteps) return { commands: [], firstFailure: undefined };
    const { studio } = this.#studio.decisionPorts;
    const done = pipe(
      checkStep({ studio, isControlOn: this.#isControlOn }, step, this.pin),
      E.chain(() => this.#perform(step, isLater)),
    );
    const place = { ...sequence, step: number, depends: isLater && readsState(step) };
    if (E.isRight(done)) {
      const { commands, firstFailure } = done.right;
      // A step that runs a macro has placed its commands already.
      return {
        commands: 'run' in step ? commands : commands.map((command) => ({ ...command, ...place })),
        firstFailure,
      };
    }
    const { code: error, message } = done.left;
    const operation = operationOf(step);
    const refused = operation === null ? [] : [planned({ operation, parameters: parametersOf(step) })];
    return { commands: refused.map((command) => ({ ...command, ...place, error, message })), firstFailure: done.left };
  }

  #perform(step: Step, isLater: boolean): E.Either<Failure, PlannedSteps> {
    if ('run' in step) return this.#performRun(step.run.macro, step.run.with ?? {}, isLater);
    const decision = this.#decide(step);
    if (decision === undefined) return E.right({ commands: [], firstFailure: undefined });
    return pipe(
      decision,
      E.chain((decided) => ('change' in decided ? this.#change(decided.change) : this.#send(decided))),
      E.map((commands) => ({ commands, firstFailure: undefined })),
    );
  }

  #performRun(id: string, values: ParameterValues, isLater: boolean): E.Either<Failure, PlannedSteps> {
    const { studio, macros } = this.ports;
    return pipe(
      studio.records.macros.find(id),
      E.filterOrElse(
        (macro) => !this.#running.has(macro.id),
        () => isRunningAlready({ id }),
      ),
      E.chain((macro) =>
        pipe(
          macros.prepare(macro, values),
          E.map((steps) => this.planMacro(macro.id, steps, isLater)),
        ),
      ),
    );
  }

  #change(change: StateChange): E.Either<Failure, readonly PlannedCommand[]> {
    return pipe(
      change(this.#studio.runtime),
      E.map((changed) => {
        this.#studio.change(changed);
        return [];
      }),
    );
  }

  #send(command: DecidedAction): E.Either<Failure, readonly PlannedCommand[]> {
    // A player knows nothing of a clip that an earlier step would cue.
    const cued = this.#studio.cuedFor(command);
    const refused = cued === undefined ? this.refusal(command) : undefined;
    if (refused !== undefined) return E.left(refused);
    this.decided.push(command);
    const { players } = this.#studio.decisionPorts;
    const listed = cued === undefined ? plannedCommands(command, { ...this.ports, players }) : listedAs(cued);
    this.#studio.send(command);
    return E.right(listed);
  }
}

/** Returns a command as a dry run lists it; none for one that reaches no device by itself. */
export const plannedCommands = (command: Command, ports: ExpectationPorts): readonly PlannedCommand[] =>
  listedAs(withExpected(command, shownDevices(ports)));
