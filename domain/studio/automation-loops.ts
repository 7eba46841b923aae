// Finds automations whose steps trigger themselves again, directly or through others, without any time between (AUTOMATION-21).
import type { Issue } from '../codec/issues.js';
import { foldRecord } from '../codec/single-field-union.js';
import { triggersOf, type AutomationDefinition } from './automation.js';
import type { EventCases, EventTrigger } from './event-trigger.js';
import type { MacroDefinition } from './macro.js';
import { foldStep, type Step } from './step.js';
import { isCalendarTrigger, isPauseTrigger, type Trigger } from './trigger.js';

/** A time between a step and what it triggers that makes a loop harmless, in milliseconds. */
const harmlessMs = 1_000;

/** The automations and macros of a layout. */
interface Sequences {
  readonly automations: readonly AutomationDefinition[];
  readonly macros: readonly MacroDefinition[];
}

/** What an event is about, such as `signal mic`, and the value that it gets. */
type Change = readonly [subject: string, value: string];

/** The value of what takes any value for a moment: each step on it is an event anew, and ends what was so. */
const any = '*';

const isEvent = (trigger: Trigger): trigger is EventTrigger => !isCalendarTrigger(trigger) && !isPauseTrigger(trigger);

const clipChanges = ({ output, scene }: { readonly output: string; readonly scene: string }): readonly Change[] => [
  [`clip ${output}`, any],
  [`clip ${output} ${scene}`, any],
];

/** Returns what a step changes at once. Other things than these only change from outside, or with time. */
const changesOf = foldStep<readonly Change[]>({
  play: clipChanges,
  take: clipChanges,
  switch: ({ signal, on }) => [[`signal ${signal}`, String(on)]],
  pulse: ({ signal }) => [[`signal ${signal}`, any]],
  studio: (status) => [['studio', status]],
  run: ({ macro }) => [[`macro ${macro}`, any]],
  set: ({ variable, value }) => [[`variable ${variable}`, JSON.stringify(value)]],
  cue: () => [],
  stop: () => [],
  recall: () => [],
  activate: () => [],
  waitMs: () => [],
});

const none = (): readonly Change[] => [];

/** Returns the change that is an event; none if no step brings it at once. */
const eventChange = foldRecord<EventTrigger, keyof EventCases<never>, readonly Change[]>({
  signal: ({ signal: { signal, on, forMs = 0 } }) => (forMs < harmlessMs ? [[`signal ${signal}`, String(on)]] : []),
  clip: ({ clip: { output, scene, is } }) =>
    is === 'started' ? [[scene === undefined ? `clip ${output}` : `clip ${output} ${scene}`, is]] : [],
  studio: ({ studio }) => [['studio', studio]],
  macro: ({ macro: { macro, is } }) => [[`macro ${macro}`, is]],
  variable: ({ variable: { variable, becomes } }) => [[`variable ${variable}`, JSON.stringify(becomes)]],
  station: none,
  tally: none,
  alarm: none,
  device: none,
});

/**
 * Returns the steps of an automation with those of its macros, until a second has passed. A macro that runs again changes
 * nothing else, but takes its time again.
 */
const promptSteps = ({ macros }: Sequences, steps: readonly Step[]): readonly Step[] => {
  const byId = new Map(macros.map((macro) => [macro.id, macro]));
  const tookMs = new Map<string, number>();
  let waitedMs = 0;
  const run = (id: string): readonly Step[] => {
    const [before, took] = [waitedMs, tookMs.get(id)];
    waitedMs += took ?? 0;
    const expanded = took === undefined ? expand(byId.get(id)?.steps ?? []) : [];
    tookMs.set(id, waitedMs - before);
    return expanded;
  };
  const expand = (all: readonly Step[]): readonly Step[] =>
    all.flatMap((step) => {
      if ('waitMs' in step) waitedMs += step.waitMs;
      if (waitedMs >= harmlessMs) return [];
      return 'run' in step ? [step, ...run(step.run.macro)] : [step];
    });
  return expand(steps);
};

/** An automation that always runs when one of its events comes, and what its steps change. */
interface Prompt {
  readonly id: string;
  readonly index: number;
  readonly events: readonly Change[];
  readonly changes: readonly Change[];
}

/** A condition may end a loop, so automations that have one are left to the service, which pauses them if they loop. */
const promptOnes = (sequences: Sequences): readonly Prompt[] =>
  sequences.automations.flatMap((automation, index) => {
    const events = triggersOf(automation).filter(isEvent).flatMap(eventChange);
    if (events.length === 0 || (automation.when ?? []).length > 0) return [];
    return [{ id: automation.id, index, events, changes: promptSteps(sequences, automation.steps).flatMap(changesOf) }];
  });

/** One automation that triggers another. */
interface Triggering {
  readonly from: Prompt;
  readonly to: Prompt;
}

/** Returns which automations trigger which: by an event that the steps of one bring, and some step of them all ends. */
const triggeringAmong = (all: readonly Prompt[]): readonly Triggering[] => {
  const changes = Map.groupBy(
    all.flatMap((from) => from.changes.map(([subject, value]) => ({ from, subject, value }))),
    ({ subject }) => subject,
  );
  return all.flatMap((to) =>
    to.events.flatMap(([subject, wanted]) => {
      const made = changes.get(subject) ?? [];
      const isEnded = made.some(({ value }) => value === any || value !== wanted);
      const isBrought = ({ value }: { readonly value: string }): boolean => value === any || value === wanted;
      return isEnded ? made.filter(isBrought).map(({ from }) => ({ from, to })) : [];
    }),
  );
};

/** Returns what each automation triggers, of those that others trigger without automations from outside. */
const loopsIn = (all: readonly Prompt[]): ReadonlyMap<Prompt, readonly Triggering[]> => {
  const triggering = triggeringAmong(all);
  const triggered = new Set(triggering.map(({ to }) => to));
  return triggered.size === all.length ? Map.groupBy(triggering, ({ from }) => from) : loopsIn([...triggered]);
};

/** Returns the automations that one triggers, directly or through others. */
const reachedFrom = (start: Prompt, loops: ReadonlyMap<Prompt, readonly Triggering[]>): ReadonlySet<Prompt> => {
  const reached = new Set<Prompt>();
  const rest = [start];
  for (let from = rest.pop(); from !== undefined; from = rest.pop())
    for (const { to } of loops.get(from) ?? [])
      if (!reached.has(to)) {
        reached.add(to);
        rest.push(to);
      }
  return reached;
};

/** Returns an issue for every automation that triggers itself again and again. */
export const findAutomationLoops = (sequences: Sequences): readonly Issue[] => {
  const loops = loopsIn(promptOnes(sequences));
  const inOrder = [...loops.keys()].toSorted((one, other) => one.index - other.index);
  const reached = new Map(inOrder.map((one) => [one, reachedFrom(one, loops)]));
  return [...reached]
    .filter(([one, reachable]) => reachable.has(one))
    .map(([one, reachable]) => {
      const others = [...reachable].filter((other) => other !== one && reached.get(other)?.has(one) === true);
      const by = ['its own steps', ...others.map(({ id }) => `those of "${id}"`)].join(', ');
      return {
        path: `automations[${String(one.index)}].trigger`,
        expected: `a trigger that the automation doesn’t bring again at once (${by})`,
        suggestion: 'forMs or waitMs of a second at least, or a condition in when, ends the loop',
      };
    });
};
