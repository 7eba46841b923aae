// Runs the steps of macros and automations, each after the previous one is acknowledged.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Failure } from '../../domain/failure.js';
import type { Step } from '../../domain/studio/step.js';
import type { VariableValue } from '../../domain/studio/variable.js';
import type { CommandSource } from '../../domain/as-run.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import { pauseGate, type PauseGate } from './pause-gate.js';
import { checkStep, performStep, type StepPorts } from './perform-step.js';

/** A run of steps in progress. */
export interface StepsRun {
  /** Milliseconds since 1970 UTC. */
  readonly startedAtMs: number;
  /** Returns the number of the current step, from 1; 0 if there are no steps. */
  readonly step: () => number;
  /** Pauses before the next step. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Starts no further step. Commands that were sent are not revoked. */
  readonly stop: () => void;
  /**
   * Resolves when the first step has begun, its command was sent or is attempted again; with the failure if the run ended
   * because that could not be done. Never rejects.
   */
  readonly started: Promise<CommandResult>;
  /** The result of the run. A run that was stopped succeeds. Never rejects. */
  readonly ended: Promise<CommandResult>;
}

/** A step that has begun, and the results of its start and of the whole step. */
type BegunStep = Pick<StepsRun, 'started' | 'ended'>;

/**
 * Starts a macro with the values of its parameters; `not_found`, `conflict` or `invalid_parameter` if it can't start.
 * `startedBy` names what runs it, as the as-run log does.
 */
export type RunMacro = (
  id: string,
  values: Readonly<Record<string, VariableValue>>,
  startedBy: string | null,
) => E.Either<Failure, Pick<StepsRun, 'pause' | 'resume' | 'stop' | 'started' | 'ended'>>;

/** A step that failed. */
export interface FailedAttempt {
  readonly failed: Failure;
  /** The number of the step, from 1. */
  readonly step: number;
  /** How often the step was attempted, from 1. */
  readonly attempts: number;
}

/** How steps are run. */
export interface StepsOptions {
  /** The macro or automation, as the as-run log has it. */
  readonly source: CommandSource;
  readonly runMacro: RunMacro;
  /** The station that the device is pinned to that has started the run. Default: null, for none. */
  readonly pin?: string | null;
  /** Called before each step. */
  readonly onStep?: () => void;
  /** Returns the pause before a failed step is attempted again, in milliseconds; undefined if the run fails. */
  readonly retryAfter?: (attempt: FailedAttempt) => number | undefined;
}

const success: CommandResult = E.right(undefined);

const startedAtOnce: Promise<CommandResult> = Promise.resolve(success);

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
  readonly #perform: ReturnType<typeof performStep>;
  #inner: Pick<StepsRun, 'pause' | 'resume' | 'stop'> | undefined;
  #current = 0;
  /** Known at once, while a wait at the gate may have ended just before. */
  #isStopped = false;
  readonly #start = Promise.withResolvers<CommandResult>();
  readonly startedAtMs: number;
  readonly started = this.#start.promise;
  readonly ended: Promise<CommandResult>;

  constructor(
    private readonly ports: StepPorts,
    steps: readonly Step[],
    private readonly options: StepsOptions,
  ) {
    this.#perform = performStep(ports, options.source);
    this.startedAtMs = ports.clock.now();
    this.ended = this.#runAll(steps);
    void this.ended.then(this.#start.resolve);
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
    this.#isStopped = true;
    this.#gate.close();
    this.#inner?.stop();
  };

  async #runAll(steps: readonly Step[]): Promise<CommandResult> {
    for (const step of steps) {
      this.#current += 1;
      this.options.onStep?.();
      if (!(await this.#gate.waitUntilOpen()) || this.#isStopped) return success;
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
      this.#start.resolve(success);
      await waitFor(this.ports.clock, retryMs, this.#gate);
      if (!(await this.#gate.waitUntilOpen()) || this.#isStopped) return success;
    }
  }

  async #performStep(step: Step): Promise<CommandResult> {
    const begun = this.#begin(step);
    if (E.isLeft(begun)) return begun;
    const { started, ended } = begun.right;
    void started.then((result) => {
      if (E.isRight(result)) this.#start.resolve(result);
    });
    return ended;
  }

  #begin(step: Step): E.Either<Failure, BegunStep> {
    const checked = checkStep(this.ports, step, this.options.pin ?? null);
    if (E.isLeft(checked)) return checked;
    if ('run' in step) return this.#runMacro(step.run.macro, step.run.with ?? {});
    const ended = 'waitMs' in step ? E.right(waitFor(this.ports.clock, step.waitMs, this.#gate)) : this.#perform(step);
    return pipe(
      ended,
      E.map((pending) => ({ started: startedAtOnce, ended: pending })),
    );
  }

  #runMacro(id: string, values: Readonly<Record<string, VariableValue>>): E.Either<Failure, BegunStep> {
    return pipe(
      this.options.runMacro(id, values, this.options.source.caller),
      E.map((inner) => {
        this.#inner = inner;
        const ended = inner.ended.finally(() => {
          this.#inner = undefined;
        });
        return { started: inner.started, ended };
      }),
    );
  }
}

/** Starts a run. */
export const runSteps = (ports: StepPorts, steps: readonly Step[], options: StepsOptions): StepsRun =>
  new StepsInProgress(ports, steps, options);
