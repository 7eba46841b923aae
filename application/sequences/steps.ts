// Runs the steps of macros and automations, each after the previous one is acknowledged.
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../../domain/failure.js';
import type { Step } from '../../domain/studio/step.js';
import type { VariableValue } from '../../domain/studio/variable.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import { pauseGate, type PauseGate } from './pause-gate.js';
import { performCommand, type StepPorts } from './perform-step.js';

/** A run of steps in progress. */
export interface StepsRun {
  /** Returns the number of the current step, from 1. */
  readonly step: () => number;
  /** Pauses before the next step. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Starts no further step. Commands that were sent are not revoked. */
  readonly stop: () => void;
  /** The result of the run. A run that was stopped succeeds. Never rejects. */
  readonly ended: Promise<CommandResult>;
}

/** Starts a macro with the values of its parameters; `not_found`, `conflict` or `invalid_parameter` if it can't start. */
export type RunMacro = (
  id: string,
  values: Readonly<Record<string, VariableValue>>,
) => E.Either<Failure, Pick<StepsRun, 'pause' | 'resume' | 'stop' | 'ended'>>;

/** A step that failed. */
export interface FailedAttempt {
  readonly failed: Failure;
  /** The number of the step, from 1. */
  readonly step: number;
  /** How often the step was attempted, from 1. */
  readonly attempts: number;
}

/** Returns what an alarm reports of a run that failed at a step. */
export const failedRunMessage = (what: string, step: number, steps: readonly Step[], { message }: Failure): string =>
  `the ${what} failed at step ${String(step)} of ${String(steps.length)}: ${message}`;

/** How steps are run. */
export interface StepsOptions {
  readonly runMacro: RunMacro;
  /** Called before each step. */
  readonly onStep?: () => void;
  /** Returns the pause before a failed step is attempted again, in milliseconds; undefined if the run fails. */
  readonly retryAfter?: (attempt: FailedAttempt) => number | undefined;
}

const success: CommandResult = E.right(undefined);

/** Waits, or ends early when the gate is closed. */
const waitFor = (clock: Clock, waitMs: number, { whenClosed }: PauseGate): Promise<CommandResult> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancelTimer();
      resolve(success);
    };
    const cancelTimer = clock.after(waitMs, end);
    void whenClosed.then(end);
  });

/** Runs steps one after the other, and the macros that they run. */
class StepsInProgress implements StepsRun {
  readonly #gate = pauseGate();
  readonly #perform: ReturnType<typeof performCommand>;
  #inner: Pick<StepsRun, 'pause' | 'resume' | 'stop'> | undefined;
  #current = 0;
  readonly ended: Promise<CommandResult>;

  constructor(
    private readonly ports: StepPorts,
    steps: readonly Step[],
    private readonly options: StepsOptions,
  ) {
    this.#perform = performCommand(ports);
    this.ended = this.#runAll(steps);
  }

  readonly step = (): number => this.#current;

  readonly pause = (): void => {
    this.#gate.pause();
    this.#inner?.pause();
  };

  readonly resume = (): void => {
    this.#gate.resume();
    this.#inner?.resume();
  };

  readonly stop = (): void => {
    this.#gate.close();
    this.#inner?.stop();
  };

  async #runAll(steps: readonly Step[]): Promise<CommandResult> {
    for (const step of steps) {
      this.#current += 1;
      this.options.onStep?.();
      if (!(await this.#gate.waitUntilOpen())) return success;
      const result = await this.#attempt(step);
      if (E.isLeft(result)) return result;
    }
    return success;
  }

  /** Performs a step, as often as the options allow. */
  async #attempt(step: Step): Promise<CommandResult> {
    for (let attempts = 1; ; attempts += 1) {
      const result = await this.#performStep(step);
      if (E.isRight(result)) return result;
      const retryMs = this.options.retryAfter?.({ failed: result.left, step: this.#current, attempts });
      if (retryMs === undefined) return result;
      await waitFor(this.ports.clock, retryMs, this.#gate);
      if (!(await this.#gate.waitUntilOpen())) return success;
    }
  }

  #performStep(step: Step): Promise<CommandResult> {
    if ('waitMs' in step) return waitFor(this.ports.clock, step.waitMs, this.#gate);
    if ('run' in step) return this.#runMacro(step.run.macro, step.run.with ?? {});
    return this.#perform(step) ?? Promise.resolve(success);
  }

  async #runMacro(id: string, values: Readonly<Record<string, VariableValue>>): Promise<CommandResult> {
    const started = this.options.runMacro(id, values);
    if (E.isLeft(started)) return started;
    this.#inner = started.right;
    const result = await started.right.ended;
    this.#inner = undefined;
    return result;
  }
}

/** Starts a run. */
export const runSteps = (ports: StepPorts, steps: readonly Step[], options: StepsOptions): StepsRun =>
  new StepsInProgress(ports, steps, options);
