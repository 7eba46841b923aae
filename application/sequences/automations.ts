// Runs the automations of a studio: their states, their triggers and their steps.
import * as E from 'fp-ts/lib/Either.js';
import {
  transitionAutomation,
  delayUntilTrigger,
  type Automation,
  type AutomationDefinition,
  type AutomationTransition,
  type AutomationState,
} from '../../domain/studio/automation.js';
import { isEqual } from '../../domain/codec/equality.js';
import { changedSteps } from './changed-steps.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import { runSteps, type StepPorts, type StepsRun } from './steps.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** Runs automations. */
export interface Automations {
  readonly state: (automation: AutomationDefinition) => Automation;
  /** Starts, pauses, resumes or stops an automation; `conflict` if its state doesn't allow the transition. */
  readonly transition: (automation: AutomationDefinition, transition: AutomationTransition) => SendResult;
  /** Stops all automations. Called when the service stops. */
  readonly stopAll: () => void;
  /** Reports the id of an automation whose state has changed. */
  readonly watch: Watch;
}

/** The state of one automation, and its timer or running steps. */
class AutomationRun {
  #state: AutomationState = 'stopped';
  /** The steps that run now; undefined between runs. */
  #run: StepsRun | undefined;
  #cancelTimer = (): void => undefined;

  constructor(
    private automation: AutomationDefinition,
    private readonly ports: StepPorts,
    private readonly log: Log,
    private readonly changed: (id: string) => void,
  ) {}

  get state(): AutomationState {
    return this.#state;
  }

  transition(transition: AutomationTransition): SendResult {
    const next = transitionAutomation(this.automation, this.#state, transition);
    if (E.isLeft(next)) return next;
    this.#setState(next.right);
    this.#effects[transition]();
    return acknowledgedAtOnce;
  }

  /**
   * Follows the automation's definition in a new layout. It keeps its state; `changed` steps that run now are not
   * continued (RELOAD-4), and the next run starts when the trigger of the new definition fires.
   */
  follow(automation: AutomationDefinition, changed: boolean): void {
    const isAbandoned = changed && this.#run !== undefined;
    const hasNewTrigger = !isEqual(automation.trigger, this.automation.trigger);
    this.automation = automation;
    if (isAbandoned) this.#abandonSteps();
    const isBetweenRuns = this.#state === 'running' && this.#run === undefined;
    if (!isBetweenRuns || !(isAbandoned || hasNewTrigger)) return;
    this.#cancelTimer();
    this.#schedule(true);
  }

  #abandonSteps(): void {
    this.#run?.stop();
    this.#run = undefined;
  }

  readonly #effects: Readonly<Record<AutomationTransition, () => void>> = {
    start: () => {
      this.#schedule(false);
    },
    pause: () => {
      this.#cancelTimer();
      this.#run?.pause();
    },
    resume: () => {
      if (this.#run) this.#run.resume();
      else this.#schedule(true);
    },
    stop: () => {
      this.#cancelTimer();
      this.#abandonSteps();
    },
  };

  #setState(state: AutomationState): void {
    this.#state = state;
    this.changed(this.automation.id);
  }

  #schedule(hasRun: boolean): void {
    const nowMs = this.ports.clock.now();
    this.#fireAt(nowMs + delayUntilTrigger(this.automation.trigger, nowMs, hasRun));
  }

  /** Waits again if the timer fires early, as it may if the clock is set; else the automation would run twice. */
  #fireAt(dueAtMs: number): void {
    const { clock } = this.ports;
    this.#cancelTimer = clock.after(Math.max(0, dueAtMs - clock.now()), () => {
      if (clock.now() < dueAtMs) this.#fireAt(dueAtMs);
      else this.#fire();
    });
  }

  #fire(): void {
    const run = runSteps(this.ports, this.automation.steps);
    this.#run = run;
    void run.ended.then((result) => {
      if (this.#run === run) this.#onEnded(result);
    });
  }

  #onEnded(result: CommandResult): void {
    this.#run = undefined;
    if (E.isLeft(result)) {
      this.#setState('failed');
      this.log.warn(`the automation "${this.automation.id}" failed: ${result.left.message}`);
    } else if (this.#state === 'running') this.#schedule(true);
  }
}

/** Returns the automations of a studio, all stopped. */
export const automations = (ports: StepPorts, log: Log): Automations => {
  const runs = new Map<string, AutomationRun>();
  const { watch, notify } = changeNotifier();
  const runOf = (automation: AutomationDefinition): AutomationRun => {
    const run = runs.get(automation.id) ?? new AutomationRun(automation, ports, log, notify);
    runs.set(automation.id, run);
    return run;
  };
  ports.studio.watchLayout(({ before, now }) => {
    const changed = new Set(changedSteps(before.automations, now.automations));
    const definitions = new Map(now.automations.map((automation) => [automation.id, automation]));
    for (const [id, run] of [...runs]) {
      const definition = definitions.get(id);
      if (definition === undefined) {
        runs.delete(id);
        run.transition('stop');
      } else run.follow(definition, changed.has(id));
    }
  });
  return {
    watch,
    state: (automation) => ({ id: automation.id, name: automation.name, state: runOf(automation).state }),
    transition: (automation, transition) => runOf(automation).transition(transition),
    stopAll: () => {
      for (const run of runs.values()) run.transition('stop');
    },
  };
};
