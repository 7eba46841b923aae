// Runs the macros of a studio, one run at a time each.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { Macro, MacroDefinition } from '../../domain/studio/macro.js';
import { changedSteps } from './changed-steps.js';
import { acknowledgedAtOnce, type SendResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import { runSteps, type StepPorts, type StepsRun } from './steps.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** Runs macros. */
export interface Macros {
  readonly state: (macro: MacroDefinition) => Macro;
  /** Starts a macro; `conflict` while it runs. Confirmed when it has started. */
  readonly run: (macro: MacroDefinition) => SendResult;
  /** Stops a macro before its next step. Has no effect on one that doesn't run. */
  readonly stop: (macro: MacroDefinition) => SendResult;
  /** Stops all macros. Called when the service stops. */
  readonly stopAll: () => void;
  /** Reports the id of a macro that has started, moved to another step, or ended. */
  readonly watch: Watch;
}

/** Returns the macros of a studio, all idle. */
export const macros = (ports: StepPorts, log: Log): Macros => {
  const running = new Map<string, StepsRun>();
  const { watch, notify } = changeNotifier();

  const end = (id: string, run: StepsRun): void => {
    if (running.get(id) !== run) return;
    running.delete(id);
    notify(id);
  };

  const start = ({ id, steps }: MacroDefinition): SendResult => {
    const run = runSteps(ports, steps, () => {
      notify(id);
    });
    running.set(id, run);
    notify(id);
    void run.ended.then((result) => {
      end(id, run);
      if (E.isLeft(result)) log.warn(`the macro "${id}" failed at step ${String(run.step())}: ${result.left.message}`);
    });
    return acknowledgedAtOnce;
  };

  const stop = (id: string): void => {
    const run = running.get(id);
    run?.stop();
    if (run) end(id, run);
  };

  // No further step of an earlier layout is sent (RELOAD-4).
  ports.studio.watchLayout(({ before, now }) => {
    changedSteps(before.macros, now.macros).forEach(stop);
  });

  return {
    watch,
    state: ({ id, name, steps }) => {
      const run = running.get(id);
      return { id, name, state: run ? 'running' : 'idle', step: run?.step() ?? 0, steps: steps.length };
    },
    run: (macro) =>
      running.has(macro.id) ? E.left(failure('conflict', `the macro "${macro.id}" is running already`)) : start(macro),
    stop: ({ id }) => {
      stop(id);
      return acknowledgedAtOnce;
    },
    stopAll: () => {
      for (const run of running.values()) run.stop();
    },
  };
};
