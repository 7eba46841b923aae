// Runs the macros of a studio, one run at a time each.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { Macro, MacroDefinition } from '../../domain/studio/macro.js';
import { changedSteps } from './changed-steps.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import { failedRunMessage, runSteps, type StepPorts, type StepsRun } from './steps.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';
import type { Alarms } from '../alarms/alarms.js';

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

/** Returns the macros of a studio, all idle. */
export const macros = (ports: StepPorts, alarms: RunAlarms): Macros => {
  const running = new Map<string, StepsRun>();
  const { watch, notify } = changeNotifier();

  /** Ends a run, and returns whether it had not ended before. */
  const end = (id: string, run: StepsRun): boolean => {
    if (running.get(id) !== run) return false;
    running.delete(id);
    notify(id);
    return true;
  };

  const start = ({ id, steps }: MacroDefinition): SendResult => {
    const run = runSteps(ports, steps, () => {
      notify(id);
    });
    running.set(id, run);
    notify(id);
    void run.ended.then((result) => {
      if (end(id, run)) report(alarms, { id, steps }, run.step(), result);
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
