// The automations of a studio: which of them run, and what makes them run their steps.
import * as E from 'fp-ts/lib/Either.js';
import {
  transitionAutomation,
  delayUntilTrigger,
  type Automation,
  type AutomationDefinition,
  type AutomationTransition,
  type AutomationState,
} from '../../domain/studio/automation.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import { runSteps, type StepPorts, type StepsRun } from './steps.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** Runs automations. */
export interface Automations {
  readonly state: (automation: AutomationDefinition) => Automation;
  /** Starts, pauses, resumes or stops; `conflict` where the present state doesn't allow it. */
  readonly move: (automation: AutomationDefinition, move: AutomationTransition) => SendResult;
  /** Stops all of them: the service has to stop. */
  readonly stopAll: () => void;
  /** Tells the id of an automation whose state has changed. */
  readonly watch: Watch;
}

/** One automation at work. */
class AutomationRun {
  #state: AutomationState = 'stopped';
  /** The steps that run now, if any do. */
  #run: StepsRun | undefined;
  #callOff = (): void => undefined;

  constructor(
    private readonly automation: AutomationDefinition,
    private readonly ports: StepPorts,
    private readonly log: Log,
    private readonly changed: (id: string) => void,
  ) {}

  get state(): AutomationState {
    return this.#state;
  }

  move(move: AutomationTransition): SendResult {
    return E.chain((state: AutomationState) => {
      this.#become(state);
      this.#moves[move]();
      return acknowledgedAtOnce;
    })(transitionAutomation(this.automation, this.#state, move));
  }

  readonly #moves: Readonly<Record<AutomationTransition, () => void>> = {
    start: () => {
      this.#schedule(false);
    },
    pause: () => {
      this.#callOff();
      this.#run?.pause();
    },
    resume: () => {
      if (this.#run) this.#run.resume();
      else this.#schedule(true);
    },
    stop: () => {
      this.#callOff();
      this.#run?.stop();
      this.#run = undefined;
    },
  };

  #become(state: AutomationState): void {
    this.#state = state;
    this.changed(this.automation.id);
  }

  #schedule(ran: boolean): void {
    const nowMs = this.ports.clock.now();
    this.#wakeAt(nowMs + delayUntilTrigger(this.automation.trigger, nowMs, ran));
  }

  /** A clock that is set meanwhile may have a timer go off before its time; firing then would mean to fire twice. */
  #wakeAt(dueAtMs: number): void {
    const { clock } = this.ports;
    this.#callOff = clock.after(Math.max(0, dueAtMs - clock.now()), () => {
      if (clock.now() < dueAtMs) this.#wakeAt(dueAtMs);
      else this.#fire();
    });
  }

  #fire(): void {
    const run = runSteps(this.ports, this.automation.steps);
    this.#run = run;
    void run.ended.then((ended) => {
      if (this.#run === run) this.#settle(ended);
    });
  }

  #settle(ended: CommandResult): void {
    this.#run = undefined;
    if (E.isLeft(ended)) {
      this.#become('failed');
      this.log.warn(`the automation "${this.automation.id}" failed: ${ended.left.message}`);
    } else if (this.#state === 'running') this.#schedule(true);
  }
}

/** Automations over the devices of a studio. */
export const automations = (ports: StepPorts, log: Log): Automations => {
  const runs = new Map<string, AutomationRun>();
  const { watch, notify: tell } = changeNotifier();
  const of = (automation: AutomationDefinition): AutomationRun => {
    const run = runs.get(automation.id) ?? new AutomationRun(automation, ports, log, tell);
    runs.set(automation.id, run);
    return run;
  };
  return {
    watch,
    state: (automation) => ({ id: automation.id, name: automation.name, state: of(automation).state }),
    move: (automation, move) => of(automation).move(move),
    stopAll: () => {
      for (const run of runs.values()) run.move('stop');
    },
  };
};
