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
  playlist: clipChanges,
  next: clipChanges,
  previous: clipChanges,
  endPlaylist: () => [],
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

/** Returns whether the steps of some automations bring an event, and some step of them all ends what is so then. */
const broughtBy = (all: readonly Prompt[]): ((event: Change) => boolean) => {
  const changes = Map.groupBy(
    all.flatMap((one) => one.changes),
    ([subject]) => subject,
  );
  const values = new Map([...changes].map(([subject, made]) => [subject, new Set(made.map(([, value]) => value))]));
  return ([subject, wanted]) => {
    const made = values.get(subject) ?? new Set();
    return made.has(any) || (made.has(wanted) && made.size > 1);
  };
};

/** Returns those that others of them trigger, and it needs none from outside. */
const triggeredAmong = (all: readonly Prompt[]): readonly Prompt[] => {
  let rest = all;
  for (;;) {
    const isBrought = broughtBy(rest);
    const triggered = rest.filter(({ events }) => events.some(isBrought));
    if (triggered.length === rest.length) return rest;
    rest = triggered;
  }
};

/** An automation, or an event, which many may bring and many may follow. */
type Node = Prompt | string;
type Edge = readonly [from: Node, to: Node];

const nodeOf = (event: Change): Node => JSON.stringify(event);

/** Returns which events the automations bring, and which automations follow these. */
const edgesAmong = (all: readonly Prompt[]): readonly Edge[] => {
  const isBrought = broughtBy(all);
  const follows = all.flatMap((to) => to.events.filter(isBrought).map((event) => ({ event, to })));
  const events = new Map(follows.map(({ event }) => [nodeOf(event), event]));
  const bySubject = Map.groupBy(events.values(), ([subject]) => subject);
  const brings = all.flatMap((from) =>
    from.changes.flatMap(([subject, value]) =>
      (bySubject.get(subject) ?? [])
        .filter(([, wanted]) => value === any || value === wanted)
        .map((event): Edge => [from, nodeOf(event)]),
    ),
  );
  return [...brings, ...follows.map(({ event, to }): Edge => [nodeOf(event), to])];
};

/** Returns what is reached from a node; the node itself only over others. */
const reachedFrom = (start: Node, next: ReadonlyMap<Node, readonly Node[]>): ReadonlySet<Node> => {
  const reached = new Set<Node>();
  const rest = [start];
  for (let from = rest.pop(); from !== undefined; from = rest.pop())
    for (const to of next.get(from) ?? [])
      if (!reached.has(to)) {
        reached.add(to);
        rest.push(to);
      }
  return reached;
};

const neighbours = (edges: readonly Edge[]): ReadonlyMap<Node, readonly Node[]> =>
  new Map([...Map.groupBy(edges, ([from]) => from)].map(([from, own]) => [from, own.map(([, to]) => to)]));

/** Returns the automations of each loop, in their order. */
const loopsAmong = (all: readonly Prompt[]): readonly (readonly Prompt[])[] => {
  const edges = edgesAmong(all);
  const [next, previous] = [neighbours(edges), neighbours(edges.map(([from, to]): Edge => [to, from]))];
  const found = new Set<Prompt>();
  return all.flatMap((one) => {
    const reached = found.has(one) ? new Set() : reachedFrom(one, next);
    if (!reached.has(one)) return [];
    const reaching = reachedFrom(one, previous);
    const loop = all.filter((other) => reached.has(other) && reaching.has(other));
    for (const other of loop) found.add(other);
    return [loop];
  });
};

/** How many other automations of a loop an issue names. */
const maxNamed = 5;

const loopText = (one: Prompt, loop: readonly Prompt[]): string => {
  const others = loop.filter((other) => other !== one);
  const more = others.length - maxNamed;
  const named = others.slice(0, maxNamed).map(({ id }) => `those of "${id}"`);
  return ['its own steps', ...named, ...(more > 0 ? [`and of ${String(more)} more`] : [])].join(', ');
};

/** Returns an issue for every automation that triggers itself again and again. */
export const findAutomationLoops = (sequences: Sequences): readonly Issue[] =>
  loopsAmong(triggeredAmong(promptOnes(sequences)))
    .flatMap((loop) => loop.map((one) => ({ one, loop })))
    .toSorted((first, second) => first.one.index - second.one.index)
    .map(({ one, loop }) => ({
      path: `automations[${String(one.index)}].trigger`,
      expected: `a trigger that the automation doesn’t bring again at once (${loopText(one, loop)})`,
      suggestion: 'forMs or waitMs of a second at least, or a condition in when, ends the loop',
    }));
