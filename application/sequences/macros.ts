// Runs the macros of a studio, one run at a time each.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { LastRun, RunEnd } from '../../domain/studio/last-run.js';
import type { Macro, MacroDefinition } from '../../domain/studio/macro.js';
import { fillStep, readParameterValues, type ParameterValues } from '../../domain/studio/macro-parameters.js';
import { changedSteps } from './changed-steps.js';
import { acknowledgedAtOnce, type SendResult } from '../ports/commands.js';
import type { Alarms } from '../alarms/alarms.js';
import { failedRun, runRecords, type RunRecords } from './last-runs.js';
import type { Step } from '../../domain/studio/step.js';
import type { StepPorts } from './perform-step.js';
import { runSteps, type RunMacro, type StepsRun } from './steps.js';
import { changeNotifier, type Watch } from '../ports/watch.js';

/** Runs macros. */
export interface Macros {
  /** Returns the steps of a run with the values of its parameters, or why the macro can't be run now. Runs nothing. */
  readonly prepare: (macro: MacroDefinition, values?: ParameterValues) => E.Either<Failure, readonly Step[]>;
  readonly state: (macro: MacroDefinition) => Macro;
  /**
   * Starts a macro with the values of its parameters; `invalid_parameter` if they don't fit, `conflict` while it runs.
   * Confirmed when it has started; fails with its first step if that can't be started (MACRO-8).
   * `startedBy` is the name of the caller, `pin` the station that it is pinned to.
   */
  readonly run: (
    macro: MacroDefinition,
    values?: ParameterValues,
    startedBy?: string | null,
    pin?: string | null,
  ) => SendResult;
  /** Starts a macro for a step. Stopping the returned run stops the macro. */
  readonly runForStep: RunMacro;
  /** Stops a macro before its next step. Has no effect on one that doesn't run. */
  readonly stop: (macro: MacroDefinition) => SendResult;
  /** Stops all macros. Called when the service stops. */
  readonly stopAll: () => void;
  /** Reports the id of a macro that has started, moved to another step, or ended. */
  readonly watch: Watch;
}

const recordOf = (
  { id, name, steps, parameters = [] }: MacroDefinition,
  run: StepsRun | undefined,
  lastRun: LastRun | null,
): Macro => ({
  id,
  name,
  state: run ? 'running' : 'idle',
  step: run?.step() ?? 0,
  steps: steps.length,
  parameters: parameters.map(({ name: parameter, type, default: value = null }) => ({
    name: parameter,
    type,
    default: value,
  })),
  lastRun,
});

/** Confirms a run when it has started. */
const startOf = (macro: MacroDefinition, { started, step }: StepsRun): SendResult => {
  const confirmed = started.then(E.mapLeft((failed) => failedRun('macros', macro, step(), failed)));
  return E.right({ accepted: confirmed, confirmed });
};

/** A macro that runs now. */
interface RunningMacro {
  readonly macro: MacroDefinition;
  readonly run: StepsRun;
}

/** Why a macro isn't run a second time. */
export const isRunningAlready = ({ id }: Pick<MacroDefinition, 'id'>): Failure =>
  failure('conflict', `the macro "${id}" is running already`);

/** The macros that run now. */
class RunningMacros {
  readonly #running = new Map<string, RunningMacro>();

  constructor(
    private readonly ports: StepPorts,
    private readonly records: RunRecords,
    private readonly notify: (id: string) => void,
  ) {}

  readonly run = (id: string): StepsRun | undefined => this.#running.get(id)?.run;

  readonly prepare = (macro: MacroDefinition, given: ParameterValues = {}): E.Either<Failure, readonly Step[]> =>
    this.#running.has(macro.id)
      ? E.left(isRunningAlready(macro))
      : pipe(
          readParameterValues(macro.parameters ?? [], given),
          E.map((values) => macro.steps.map((step) => fillStep(step, values))),
        );

  readonly start = (
    macro: MacroDefinition,
    given: ParameterValues,
    startedBy: string | null,
    pin: string | null,
  ): E.Either<Failure, StepsRun> =>
    pipe(
      this.prepare(macro, given),
      E.map((steps) => this.#begin(macro, steps, startedBy, pin)),
    );

  /** Returns the function that starts macros for the steps of a run, with the pin of that run. */
  readonly runForStepOf =
    (pin: string | null): RunMacro =>
    (id, values, startedBy) =>
      pipe(
        E.Do,
        E.bind('macro', () => this.ports.studio.records.macros.find(id)),
        E.bind('run', ({ macro }) => this.start(macro, values, startedBy, pin)),
        E.map(({ macro, run }) => ({
          pause: run.pause,
          resume: run.resume,
          started: run.started,
          ended: run.ended,
          // The run may have been stopped, while its last command waits, and the macro run again by somebody else.
          stop: () => {
            if (this.run(macro.id) === run) this.stop(macro.id);
          },
        })),
      );

  readonly stop = (id: string): void => {
    const running = this.#running.get(id);
    if (running === undefined) return;
    running.run.stop();
    this.#end(running, 'stopped');
  };

  /** Stops a macro that the studio no longer has. Nothing of it is remembered. */
  readonly remove = (id: string): void => {
    this.#running.get(id)?.run.stop();
    if (this.#running.delete(id)) this.notify(id);
  };

  readonly stopAll = (): void => {
    for (const id of [...this.#running.keys()]) this.stop(id);
  };

  #begin(macro: MacroDefinition, steps: readonly Step[], startedBy: string | null, pin: string | null): StepsRun {
    const { id } = macro;
    const onStep = (): void => {
      this.notify(id);
    };
    const source = { caller: `macro:${id}`, startedBy, action: null, station: null };
    const run = runSteps(this.ports, steps, { source, runMacro: this.runForStepOf(pin), onStep, pin });
    const running = { macro, run };
    this.#running.set(id, running);
    this.notify(id);
    void run.ended.then((result) => {
      if (this.#running.get(id) === running) this.#end(running, result);
    });
    return run;
  }

  #end({ macro, run }: RunningMacro, end: RunEnd): void {
    this.#running.delete(macro.id);
    this.records.end(macro, run, end);
    this.notify(macro.id);
    this.records.report(macro.id);
  }
}

/** Returns the macros of a studio, all idle. */
export const macros = (ports: StepPorts, alarms: Pick<Alarms, 'raise' | 'clear'>): Macros => {
  const { watch, notify } = changeNotifier();
  const records = runRecords('macros', { ...ports, alarms });
  const running = new RunningMacros(ports, records, notify);

  // No further step of an earlier layout is sent (RELOAD-4).
  ports.studio.watchLayout(({ before, now }) => {
    const { changed, removed } = changedSteps(before.macros, now.macros);
    changed.forEach(running.stop);
    removed.forEach(running.remove);
  });

  return {
    watch,
    prepare: running.prepare,
    state: (macro) => recordOf(macro, running.run(macro.id), records.last(macro.id)),
    run: (macro, values = {}, startedBy = null, pin = null) =>
      pipe(
        running.start(macro, values, startedBy, pin),
        E.chain((run) => startOf(macro, run)),
      ),
    runForStep: running.runForStepOf(null),
    stop: ({ id }) => {
      running.stop(id);
      return acknowledgedAtOnce;
    },
    stopAll: running.stopAll,
  };
};
