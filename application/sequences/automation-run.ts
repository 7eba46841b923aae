// One automation: its state, when it runs, and its running steps.
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../../domain/failure.js';
import { isEqual } from '../../domain/codec/equality.js';
import {
  continuesAfterFailure,
  retryPauseMs,
  transitionAutomation,
  type Automation,
  type AutomationDefinition,
  type AutomationState,
  type AutomationTransition,
  type RememberedAutomation,
} from '../../domain/studio/automation.js';
import type { OffsetAt } from '../../domain/studio/time-zone.js';
import { isCalendarTrigger } from '../../domain/studio/trigger.js';
import type { Alarms } from '../alarms/alarms.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import type { MissedTimes } from './calendar-timer.js';
import { scheduleOf, type Schedule } from './schedule.js';
import type { StepPorts } from './perform-step.js';
import { failedRunMessage, runSteps, type FailedAttempt, type RunMacro, type StepsRun } from './steps.js';

/** What an automation uses. */
export interface AutomationRunDeps {
  readonly ports: StepPorts;
  readonly runMacro: RunMacro;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  /** Returns the offsets of the studio's time zone. */
  readonly offsets: () => OffsetAt;
  /** Called when the record has changed. */
  readonly changed: (id: string) => void;
  /** Stores what a restart needs. Called for automations that start with the service. */
  readonly remember: (id: string, remembered: RememberedAutomation) => void;
}

/** What differs between two definitions of an automation, besides its trigger. */
interface DefinitionChange {
  readonly hasOtherSteps: boolean;
  readonly hasOtherZone: boolean;
}

/** How long a run that begins with the service waits for its first device before it tries again, in milliseconds. */
const deviceRetryMs = 1_000;

const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The state of one automation, its schedule and its running steps. */
export class AutomationRun {
  #state: AutomationState = 'stopped';
  /** The steps that run now; undefined between runs. */
  #run: StepsRun | undefined;
  /** Whether a trigger time has passed without a run since the last run began. */
  #hasMissed = false;
  #schedule: Schedule;
  /** Whether the run that begins at once when the service starts has not begun yet, or waits for its first device. */
  #isFirstRun = false;

  constructor(
    private automation: AutomationDefinition,
    private readonly deps: AutomationRunDeps,
  ) {
    this.#schedule = this.#newSchedule();
  }

  #newSchedule(): Schedule {
    const { ports, offsets } = this.deps;
    return scheduleOf(
      this.automation.trigger,
      {
        onDue: () => {
          this.#onDue();
        },
        onMissed: (times) => {
          this.#onMissed(times);
        },
        onNext: () => {
          this.#changed();
        },
        onSetBack: () => {
          this.#remember();
        },
      },
      { clock: ports.clock, offsetAt: offsets() },
    );
  }

  /** The automation, as callers read it. */
  get record(): Automation {
    const { id, name } = this.automation;
    const nextAtMs = this.#state === 'running' ? this.#schedule.nextAtMs() : null;
    return { id, name, state: this.#state, nextRunAt: nextAtMs === null ? null : isoTime(nextAtMs) };
  }

  transition(transition: AutomationTransition): SendResult {
    const next = transitionAutomation(this.automation, this.#state, transition);
    if (E.isLeft(next)) return next;
    this.#state = next.right;
    this.#effects[transition]();
    this.#changed();
    this.#remember();
    return acknowledgedAtOnce;
  }

  /**
   * Follows the definition in a new layout. The automation keeps its state. Steps that run now and have changed are not
   * continued (RELOAD-4). A new trigger decides about the next run.
   */
  follow(automation: AutomationDefinition, { hasOtherSteps, hasOtherZone }: DefinitionChange): void {
    const isRescheduled = hasOtherZone || !isEqual(automation.trigger, this.automation.trigger);
    const isAbandoned = hasOtherSteps && this.#run !== undefined;
    this.automation = automation;
    if (isAbandoned) this.#stopRun();
    if (isRescheduled) this.#schedule.stop();
    if (isRescheduled) this.#schedule = this.#newSchedule();
    if (this.#state === 'running' && (isAbandoned || isRescheduled)) this.#schedule.resume(this.#run !== undefined);
    this.#changed();
  }

  readonly #effects: Readonly<Record<AutomationTransition, () => void>> = {
    start: () => {
      this.#schedule.start();
    },
    pause: () => {
      this.#schedule.stop();
      this.#run?.pause();
    },
    resume: () => {
      this.#run?.resume();
      this.#schedule.resume(this.#run !== undefined);
    },
    stop: () => {
      this.#stopRun();
      this.deps.alarms.clear('automation_failed', this.automation.id);
    },
  };

  /** Starts with the service: as it was before, or running if nothing is known (AUTOMATION-10). */
  startWithService(remembered: RememberedAutomation | undefined): void {
    this.#state = remembered?.state ?? 'running';
    if (this.#state !== 'running') return;
    this.#isFirstRun = !isCalendarTrigger(this.automation.trigger);
    if (remembered === undefined) this.#schedule.start();
    else this.#schedule.restore(remembered);
    this.#changed();
    this.#remember();
  }

  /** Ends with the service, which continues it when it starts again. */
  stopWithService(): void {
    this.#remember();
    this.#stopRun();
    this.#state = 'stopped';
  }

  /** Ends with its definition. Nothing of it is remembered: if it is added again, it is a new one. */
  remove(): void {
    this.#stopRun();
    this.#state = 'stopped';
    this.#changed();
  }

  #stopRun(): void {
    this.#schedule.stop();
    this.#run?.stop();
    this.#run = undefined;
  }

  #changed(): void {
    this.deps.changed(this.automation.id);
  }

  /** A failed automation is remembered as running: a restart of the service starts it again. */
  #remember(): void {
    const { id, autostart = false } = this.automation;
    const state = this.#state === 'failed' ? 'running' : this.#state;
    if (autostart) this.deps.remember(id, { state, ...this.#schedule.memory() });
  }

  #onDue(): void {
    if (this.#run === undefined) this.#start();
    else this.#report('a trigger time passed while its previous run was not over');
    this.#remember();
  }

  #start(): void {
    const { ports, runMacro } = this.deps;
    this.#hasMissed = false;
    const run = runSteps(ports, this.automation.steps, {
      runMacro,
      retryAfter: (attempt) => this.#retryAfter(attempt),
    });
    this.#run = run;
    void run.ended.then((result) => {
      if (this.#run === run) this.#onEnded(run, result);
    });
  }

  /** A run with the service's start waits for its devices, which may start later (AUTOMATION-13). */
  #retryAfter({ failed, step, attempts }: FailedAttempt): number | undefined {
    const [first = {}] = this.automation.steps;
    if (step > 1 || 'run' in first || failed.code !== 'device_unavailable') this.#isFirstRun = false;
    if (this.#isFirstRun) return deviceRetryMs;
    return retryPauseMs(this.automation, attempts);
  }

  #onMissed([first, ...others]: MissedTimes): void {
    const last = others.at(-1);
    const times = last === undefined ? isoTime(first) : `${isoTime(first)} to ${isoTime(last)}`;
    this.#report(`${String(others.length + 1)} trigger times passed without a run (${times})`);
    this.#remember();
  }

  #report(missed: string): void {
    const { id } = this.automation;
    this.#hasMissed = true;
    this.deps.alarms.raise('automation_missed', id, `the automation "${id}" missed a run: ${missed}`);
  }

  #onEnded(run: StepsRun, result: CommandResult): void {
    this.#run = undefined;
    this.#isFirstRun = false;
    if (E.isLeft(result)) this.#fail(run, result.left);
    else this.#succeed();
    if (this.#state === 'running') this.#schedule.afterRun();
    this.#changed();
  }

  #succeed(): void {
    const { id } = this.automation;
    this.deps.alarms.clear('automation_failed', id);
    if (!this.#hasMissed) this.deps.alarms.clear('automation_missed', id);
  }

  #fail(run: StepsRun, failed: Failure): void {
    const { id, steps } = this.automation;
    this.deps.alarms.raise('automation_failed', id, failedRunMessage(`automation "${id}"`, run.step(), steps, failed));
    if (continuesAfterFailure(this.automation)) return;
    this.#schedule.stop();
    this.#state = 'failed';
  }
}
