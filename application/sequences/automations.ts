// Runs the automations of a studio.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure, type Failure } from '../../domain/failure.js';
import {
  triggersOf,
  type Automation,
  type AutomationDefinition,
  type AutomationTransition,
  type RememberedAutomation,
} from '../../domain/studio/automation.js';
import { recordChanges } from '../../domain/studio/layout-difference.js';
import { isPauseTrigger } from '../../domain/studio/trigger.js';
import { zoneOffsets } from '../../domain/studio/time-zone.js';
import type { Alarms } from '../alarms/alarms.js';
import type { SendResult } from '../ports/commands.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import type { LayoutChange, LayoutInForce } from '../state/current-layout.js';
import type { StudioState } from '../state/studio-state.js';
import { AutomationRun, type AutomationRunDeps } from './automation-run.js';
import { changedSteps } from './changed-steps.js';
import { runRecords } from './last-runs.js';
import type { StepPorts } from './perform-step.js';
import { firedTriggers, type FiredTrigger } from './fired-triggers.js';
import type { Macros } from './macros.js';
import { studioEvents } from './studio-events.js';
import type { StudioEventPorts } from './studio-facts.js';

/** Runs automations. */
export interface Automations {
  readonly state: (automation: AutomationDefinition) => Automation;
  /** Starts, pauses, resumes or stops an automation; `conflict` if its state doesn't allow the transition. */
  readonly transition: (automation: AutomationDefinition, transition: AutomationTransition) => SendResult;
  /**
   * Starts the automations that start with the service. Called once, when the service has started. Later, those that a new
   * layout adds start at once.
   */
  readonly startWithService: () => void;
  /** Stops all automations. Called when the service stops. */
  readonly stopAll: () => void;
  /** Whether a start begins a run at once. */
  readonly beginsAtOnce: (automation: AutomationDefinition) => boolean;
  /** Returns the triggers that fired last, oldest first; at most 100. */
  readonly fired: () => readonly FiredTrigger[];
  /** Reports the id of an automation whose record has changed. */
  readonly watch: Watch;
}

const rememberIn =
  ({ change }: StudioState) =>
  (id: string, remembered: RememberedAutomation): void => {
    change((runtime) => E.right({ ...runtime, automations: { ...runtime.automations, [id]: remembered } }));
  };

/** Stops the automations that a new layout doesn't have, and lets the others follow their definitions (RELOAD-4). */
const followLayout = ({ before, now }: LayoutChange, runs: Map<string, AutomationRun>): void => {
  const changed = new Set(changedSteps(before.automations, now.automations).changed);
  const definitions = new Map(now.automations.map((automation) => [automation.id, automation]));
  const hasOtherZone = before.timezone !== now.timezone;
  for (const [id, run] of [...runs]) {
    const definition = definitions.get(id);
    if (definition !== undefined) run.follow(definition, { hasOtherSteps: changed.has(id), hasOtherZone });
    else if (runs.delete(id)) run.remove();
  }
};

/** What automations are run and triggered by. */
export type AutomationPorts = StepPorts & Omit<StudioEventPorts, 'macros' | 'alarms'>;

const depsOf = (
  ports: AutomationPorts,
  macros: Pick<Macros, 'runForStep' | 'state' | 'watch'>,
  alarms: Alarms,
  changed: (id: string) => void,
): AutomationRunDeps => ({
  ports,
  runMacro: macros.runForStep,
  alarms,
  events: studioEvents({ ...ports, macros, alarms }),
  fired: firedTriggers(ports.clock),
  records: runRecords('automations', { ...ports, alarms }),
  changed,
  offsets: () => zoneOffsets(ports.studio.layout.timezone),
  remember: rememberIn(ports.studio),
});

/** Finds an automation by its id, of whatever station. */
export const findAutomation = (
  { layout }: Pick<LayoutInForce, 'layout'>,
  id: string,
): E.Either<Failure, AutomationDefinition> =>
  pipe(
    layout.automations.find((automation) => automation.id === id),
    E.fromNullable(failure('not_found', `there is no automation "${id}"`)),
  );

/** Returns the automations of a studio, all stopped. */
export const automations = (
  ports: AutomationPorts,
  macros: Pick<Macros, 'runForStep' | 'state' | 'watch'>,
  alarms: Alarms,
): Automations => {
  const { studio } = ports;
  const runs = new Map<string, AutomationRun>();
  const { watch, notify } = changeNotifier();
  let hasStarted = false;
  const deps = depsOf(ports, macros, alarms, notify);
  const runOf = (automation: AutomationDefinition): AutomationRun => {
    const run = runs.get(automation.id) ?? new AutomationRun(automation, deps);
    runs.set(automation.id, run);
    return run;
  };
  /** Returns what is remembered of an automation. An id may be a name that every object has. */
  const rememberedOf = (id: string): RememberedAutomation | undefined => {
    const remembered = studio.runtime().automations;
    return Object.hasOwn(remembered, id) ? remembered[id] : undefined;
  };
  const startSome = (isOne: (id: string) => boolean): void => {
    for (const automation of studio.layout.automations)
      if (automation.autostart === true && isOne(automation.id))
        runOf(automation).startWithService(rememberedOf(automation.id));
  };
  studio.watchLayout((change) => {
    followLayout(change, runs);
    const { added } = recordChanges(change.before.automations, change.now.automations);
    if (hasStarted) startSome((id) => added.includes(id));
  });
  return {
    watch,
    fired: deps.fired.list,
    beginsAtOnce: ({ trigger, when = [] }) =>
      triggersOf({ trigger }).some(isPauseTrigger) && when.every(deps.events.holds),
    state: (automation) => runOf(automation).record,
    transition: (automation, transition) => runOf(automation).transition(transition),
    startWithService: () => {
      hasStarted = true;
      startSome(() => true);
    },
    stopAll: () => {
      for (const run of runs.values()) run.stopWithService();
    },
  };
};
