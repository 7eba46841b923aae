// Runs the macros of a studio, one run at a time each.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { Macro, MacroDefinition } from '../../domain/studio/macro.js';
import { fillStep, readParameterValues, type ParameterValues } from '../../domain/studio/macro-parameters.js';
import { changedSteps } from './changed-steps.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import type { Alarms } from '../alarms/alarms.js';
import type { StepPorts } from './perform-step.js';
import { failedRunMessage, runSteps, type RunMacro, type StepsRun } from './steps.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** Runs macros. */
export interface Macros {
  readonly state: (macro: MacroDefinition) => Macro;
  /**
   * Starts a macro with the values of its parameters; `invalid_parameter` if they don't fit, `conflict` while it runs.
   * Confirmed when it has started.
   */
  readonly run: (macro: MacroDefinition, values?: ParameterValues) => SendResult;
  /** Starts a macro for a step. Stopping the returned run stops the macro. */
  readonly runForStep: RunMacro;
  /** Stops a macro before its next step. Has no effect on one that doesn't run. */
  readonly stop: (macro: MacroDefinition) => SendResult;
  /** Stops all macros. Called when the service stops. */
  readonly stopAll: () => void;
  /** Reports the id of a macro that has started, moved to another step, or ended. */
  readonly watch: Watch;
}

type RunAlarms = Pick<Alarms, 'raise' | 'clear'>;

const report = (
  { raise, clear }: RunAlarms,
  { id, steps }: Pick<MacroDefinition, 'id' | 'steps'>,
  step: number,
  result: CommandResult,
): void => {
  if (E.isRight(result)) clear('macro_failed', id);
  else raise('macro_failed', id, failedRunMessage(`macro "${id}"`, step, steps, result.left));
};

const recordOf = ({ id, name, steps, parameters = [] }: MacroDefinition, run: StepsRun | undefined): Macro => ({
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
});

/** The macros that run now. */
class RunningMacros {
  readonly #running = new Map<string, StepsRun>();

  constructor(
    private readonly ports: StepPorts,
    private readonly alarms: RunAlarms,
    private readonly notify: (id: string) => void,
  ) {}

  readonly run = (id: string): StepsRun | undefined => this.#running.get(id);

  readonly start = (macro: MacroDefinition, given: ParameterValues): E.Either<Failure, StepsRun> =>
    this.#running.has(macro.id)
      ? E.left(failure('conflict', `the macro "${macro.id}" is running already`))
      : pipe(
          readParameterValues(macro.parameters ?? [], given),
          E.map((values) => this.#begin(macro, values)),
        );

  readonly runForStep: RunMacro = (id, values) =>
    pipe(
      E.Do,
      E.bind('macro', () => this.ports.studio.records.macros.find(id)),
      E.bind('run', ({ macro }) => this.start(macro, values)),
      E.map(({ macro, run: { pause, resume, stop, ended } }) => ({
        pause,
        resume,
        ended,
        stop: () => {
          stop();
          this.stop(macro.id);
        },
      })),
    );

  readonly stop = (id: string): void => {
    const run = this.#running.get(id);
    run?.stop();
    if (run) this.#end(id, run);
  };

  readonly stopAll = (): void => {
    for (const run of this.#running.values()) run.stop();
  };

  #begin(macro: MacroDefinition, values: ParameterValues): StepsRun {
    const { id } = macro;
    const steps = macro.steps.map((step) => fillStep(step, values));
    const onStep = (): void => {
      this.notify(id);
    };
    const run = runSteps(this.ports, steps, { runMacro: this.runForStep, onStep });
    this.#running.set(id, run);
    this.notify(id);
    void run.ended.then((result) => {
      if (this.#end(id, run)) report(this.alarms, macro, run.step(), result);
    });
    return run;
  }

  /** Ends a run, and returns whether it had not ended before. */
  #end(id: string, run: StepsRun): boolean {
    if (this.#running.get(id) !== run) return false;
    this.#running.delete(id);
    this.notify(id);
    return true;
  }
}

/** Returns the macros of a studio, all idle. */
export const macros = (ports: StepPorts, alarms: RunAlarms): Macros => {
  const { watch, notify } = changeNotifier();
  const running = new RunningMacros(ports, alarms, notify);

  // No further step of an earlier layout is sent (RELOAD-4).
  ports.studio.watchLayout(({ before, now }) => {
    changedSteps(before.macros, now.macros).forEach(running.stop);
  });

  return {
    watch,
    state: (macro) => recordOf(macro, running.run(macro.id)),
    run: (macro, values = {}) =>
      pipe(
        running.start(macro, values),
        E.chain(() => acknowledgedAtOnce),
      ),
    runForStep: running.runForStep,
    stop: ({ id }) => {
      running.stop(id);
      return acknowledgedAtOnce;
    },
    stopAll: running.stopAll,
  };
};
