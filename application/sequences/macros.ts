// The macros of a studio: which of them run, and at which step.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { Macro, MacroDefinition } from '../../domain/studio/macro.js';
import { acknowledgedAtOnce, type SendResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import { runSteps, type StepPorts, type StepsRun } from './steps.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** Runs macros. */
export interface Macros {
  readonly state: (macro: MacroDefinition) => Macro;
  /** Begins a macro; `conflict` while it runs. Confirmed once it has begun. */
  readonly run: (macro: MacroDefinition) => SendResult;
  /** Ends a macro after the step that runs; one that doesn't run is left as it is. */
  readonly stop: (macro: MacroDefinition) => SendResult;
  /** Ends all of them: the service has to stop. */
  readonly stopAll: () => void;
  /** Tells the id of a macro that has begun, gone on to another step, or ended. */
  readonly watch: Watch;
}

/** Macros over the devices of a studio. */
export const macros = (ports: StepPorts, log: Log): Macros => {
  const running = new Map<string, StepsRun>();
  const { watch, notify: tell } = changeNotifier();

  const end = (id: string, run: StepsRun): void => {
    if (running.get(id) !== run) return;
    running.delete(id);
    tell(id);
  };

  const begin = ({ id, steps }: MacroDefinition): SendResult => {
    const run = runSteps(ports, steps, () => {
      tell(id);
    });
    running.set(id, run);
    tell(id);
    void run.ended.then((ended) => {
      end(id, run);
      if (E.isLeft(ended)) log.warn(`the macro "${id}" failed at step ${String(run.step())}: ${ended.left.message}`);
    });
    return acknowledgedAtOnce;
  };

  return {
    watch,
    state: ({ id, name, steps }) => {
      const run = running.get(id);
      return { id, name, state: run ? 'running' : 'idle', step: run?.step() ?? 0, steps: steps.length };
    },
    run: (macro) =>
      running.has(macro.id) ? E.left(failure('conflict', `the macro "${macro.id}" is running already`)) : begin(macro),
    stop: ({ id }) => {
      const run = running.get(id);
      run?.stop();
      if (run) end(id, run);
      return acknowledgedAtOnce;
    },
    stopAll: () => {
      for (const run of running.values()) run.stop();
    },
  };
};
