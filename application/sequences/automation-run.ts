// One automation: its state, when it runs, and its running steps.
import * as E from 'fp-ts/lib/Either.js';
import { isEqual } from '../../domain/codec/equality.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import {
  continuesAfterFailure,
  duringRun,
  retryPauseMs,
  transitionAutomation,
  triggersOf,
  type Automation,
  type AutomationDefinition,
  type AutomationState,
  type AutomationTransition,
  type RememberedAutomation,
} from '../../domain/studio/automation.js';
import type { OffsetAt } from '../../domain/studio/time-zone.js';
import { conditionWords, eventWords, type EventTrigger } from '../../domain/studio/event-trigger.js';
import { isPauseTrigger } from '../../domain/studio/trigger.js';
import type { Alarms } from '../alarms/alarms.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import { endLoop, reportLoop, type FiredTriggers, type TriggerOutcome } from './fired-triggers.js';
import { scheduleOf, type Schedule } from './schedule.js';
import { failedRun, type RunRecords } from './last-runs.js';
import { missedRuns } from './missed-runs.js';
import type { StepPorts } from './perform-step.js';
import type { StudioEvents } from './studio-events.js';
import { runSteps, type FailedAttempt, type RunMacro, type StepsRun } from './steps.js';

/** Why a run begins: an event in words; null for a time, a pause or a start. */
type Cause = string | null;

export interface AutomationRunDeps {
  readonly ports: StepPorts;
  readonly runMacro: RunMacro;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly events: StudioEvents;
  readonly fired: FiredTriggers;
  readonly records: RunRecords;
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

/** The state of one automation, its schedule and its running steps. */
export class AutomationRun {
  #state: AutomationState = 'stopped';
  /** The steps that run now; undefined between runs. */
  #run: StepsRun | undefined;
  /** The trigger that waits for the end of the run; undefined if none does. */
  #queued: Cause | undefined;
  readonly #missed;
  #schedule: Schedule;
  /** Whether the run that begins at once when the service starts has not begun yet, or waits for its first device. */
  #isFirstRun = false;
  /** Whether it has paused itself, because it was triggered again and again. */
  #isLooping = false;

  constructor(
    private automation: AutomationDefinition,
    private readonly deps: AutomationRunDeps,
  ) {
    this.#missed = missedRuns(automation.id, deps.alarms);
    this.#schedule = this.#newSchedule();
  }

  #newSchedule(): Schedule {
    const { ports, offsets, events } = this.deps;
    return scheduleOf(
      triggersOf(this.automation),
      {
        onDue: this.#onDue,
        onMissed: (times) => {
          this.#missed.times(times);
          this.#remember();
        },
        onNext: () => {
          this.#changed();
        },
        onMemory: () => {
          this.#remember();
        },
      },
      { clock: ports.clock, offsetAt: offsets(), events },
    );
  }

  /** The automation, as callers read it. */
  get record(): Automation {
    const { id, name } = this.automation;
    const nextAtMs = this.#state === 'running' ? this.#schedule.nextAtMs() : null;
    const nextRunAt = nextAtMs === null ? null : utcTime(nextAtMs);
    return { id, name, state: this.#state, nextRunAt, lastRun: this.deps.records.last(id) };
  }

  transition(transition: AutomationTransition): SendResult {
    const next = transitionAutomation(this.automation, this.#state, transition);
    if (E.isLeft(next)) return next;
    this.#state = next.right;
    this.#isLooping = false;
    if (transition !== 'pause') endLoop(this.deps, this.automation);
    this.#effects[transition]();
    this.#changed();
    this.#remember();
    return transition === 'start' ? this.#startOfRun() : acknowledgedAtOnce;
  }

  /** Confirms a start: with the start of the run that began at once, unless its failure leaves the automation running. */
  #startOfRun(): SendResult {
    const { automation } = this;
    const run = this.#run;
    if (run === undefined || continuesAfterFailure(automation)) return acknowledgedAtOnce;
    const confirmed = run.started.then(E.mapLeft((failed) => failedRun('automations', automation, run.step(), failed)));
    return E.right({ accepted: confirmed, confirmed });
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
      if (this.#run === undefined) this.#startQueued();
    },
    stop: () => {
      this.#stopRun();
      this.#isFirstRun = false;
      this.deps.records.clearAlarm(this.automation.id);
    },
  };

  /** Starts with the service: as it was before, or running if nothing is known (AUTOMATION-10). */
  startWithService(remembered: RememberedAutomation | undefined): void {
    this.#state = remembered?.state ?? 'running';
    if (this.#state !== 'running') return;
    this.#isFirstRun = triggersOf(this.automation).some(isPauseTrigger);
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
    this.#schedule.stop();
    this.#queued = undefined;
    this.#run?.stop();
    this.#run = undefined;
    this.#state = 'stopped';
    endLoop(this.deps, this.automation);
    this.#changed();
  }

  #stopRun(): void {
    this.#schedule.stop();
    this.#queued = undefined;
    this.#endRun();
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = undefined;
    run?.stop();
    if (run !== undefined) this.deps.records.end(this.automation, run, 'stopped');
  }

  #changed(): void {
    this.deps.changed(this.automation.id);
  }

  /** One that has failed or paused itself is remembered as running: a restart of the service starts it again. */
  #remember(): void {
    const { id, autostart = false } = this.automation;
    const state = this.#state === 'failed' || this.#isLooping ? 'running' : this.#state;
    if (autostart) this.deps.remember(id, { state, ...this.#schedule.memory() });
  }

  /** A trigger has fired: an event in words, or null for a time or a pause. */
  readonly #onDue = (trigger: EventTrigger | null): void => {
    const event = trigger && eventWords(trigger);
    const { when = [], id } = this.automation;
    const { events, fired } = this.deps;
    const unmet = when.find((condition) => !events.holds(condition));
    const outcome = unmet === undefined ? this.#outcome(event) : 'unmet';
    fired.add({ automation: id, event, outcome, condition: unmet ? conditionWords(unmet) : null });
    this.#follow(outcome, event);
    this.#changed();
    if (event === null) this.#remember();
  };

  #outcome(event: Cause): Exclude<TriggerOutcome, 'unmet'> {
    const { automation, deps } = this;
    if (event !== null) deps.fired.count(automation.id);
    if (event !== null && deps.fired.loopOf(automation.id) !== undefined) return 'looping';
    return this.#run === undefined ? 'runs' : duringRun(automation, this.#queued !== undefined);
  }

  /** Does what a trigger that fired leads to. */
  #follow(outcome: TriggerOutcome, event: Cause): void {
    if (outcome === 'waits') this.#queued = event;
    if (outcome === 'missed') this.#missed.duringRun(event);
    if (outcome === 'unmet') this.#isFirstRun = false;
    if (outcome === 'unmet' && this.#run === undefined) this.#schedule.afterRun(false);
    if (outcome === 'runs' || outcome === 'restarts') this.#start(event);
    if (outcome !== 'looping') return;
    reportLoop(this.deps, this.automation, event ?? '');
    this.transition('pause');
    this.#isLooping = true;
    this.#remember();
  }

  /** Begins a run, and ends the one that goes on. */
  #start(event: Cause): void {
    const { id, station, steps } = this.automation;
    const { ports, runMacro } = this.deps;
    this.#endRun();
    this.#missed.begin();
    this.#schedule.beforeRun();
    const run = runSteps(ports, steps, {
      source: { caller: `automation:${id}`, startedBy: event && `event:${event}`, action: null, station },
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

  #onEnded(run: StepsRun, result: CommandResult): void {
    const { records } = this.deps;
    const hasFailed = E.isLeft(result);
    const clearMissed = hasFailed ? undefined : this.#missed.succeed();
    this.#run = undefined;
    this.#isFirstRun = false;
    records.end(this.automation, run, result);
    if (hasFailed && !continuesAfterFailure(this.automation)) this.#fail();
    if (this.#state === 'running' && !this.#startQueued()) this.#schedule.afterRun(hasFailed);
    this.#changed();
    // Alarms may trigger the automation itself, so they come last.
    clearMissed?.();
    records.report(this.automation.id);
  }

  /** Starts the run of the trigger that waits. Returns whether one does. */
  #startQueued(): boolean {
    const queued = this.#queued;
    this.#queued = undefined;
    if (queued !== undefined) this.#start(queued);
    return queued !== undefined;
  }

  #fail(): void {
    this.#schedule.stop();
    this.#queued = undefined;
    this.#state = 'failed';
  }
}
