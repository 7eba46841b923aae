// The triggers that have fired: what became of each, and whether automations trigger each other without end (AUTOMATION-21).
import * as t from 'io-ts';
import { dateTime, described, oneOf, orNull } from '../../domain/codec/codec.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Alarms } from '../alarms/alarms.js';
import type { Clock } from '../ports/clock.js';

/** What became of a trigger that fired: `unmet` if a condition didn't hold, `looping` if its automation has paused itself. */
const TriggerOutcome = described(oneOf('runs', 'restarts', 'waits', 'missed', 'unmet', 'looping'), {
  description:
    '`runs`: its automation began to run; `restarts`: its run began anew; `waits`: it waits for the end of the run; `missed`: it came during a run; `unmet`: a condition did not hold; `looping`: the automation has paused itself',
});
export type TriggerOutcome = t.TypeOf<typeof TriggerOutcome>;

/** A trigger that has fired. */
export const FiredTrigger = t.readonly(
  t.type({
    at: dateTime,
    automation: described(t.string, { description: 'The id of its automation' }),
    event: orNull(t.string, 'The event in words; null for a time or a pause'),
    outcome: TriggerOutcome,
    condition: orNull(t.string, 'The first condition that did not hold, in words; null if all did'),
  }),
  'FiredTrigger',
);
export type FiredTrigger = t.TypeOf<typeof FiredTrigger>;

/** How many events may trigger an automation within how many milliseconds. */
const most = { events: 20, withinMs: 10_000 };

/** How many fired triggers are kept. */
const kept = 100;

/** The triggers that have fired. */
export interface FiredTriggers {
  readonly add: (fired: Omit<FiredTrigger, 'at'>) => void;
  /** Returns those that fired last, oldest first; at most 100. */
  readonly list: () => readonly FiredTrigger[];
  /** Counts an event that triggers an automation. */
  readonly count: (automation: string) => void;
  /**
   * Returns the other automations that were triggered about as often, if one was triggered more than 20 times within 10 s;
   * else undefined.
   */
  readonly loopOf: (automation: string) => readonly string[] | undefined;
  /** Counts an automation anew. */
  readonly forget: (automation: string) => void;
}

export const firedTriggers = (clock: Pick<Clock, 'now'>): FiredTriggers => {
  let fired: readonly FiredTrigger[] = [];
  const times = new Map<string, readonly number[]>();
  const recent = (automation: string): readonly number[] => {
    const nowMs = clock.now();
    return (times.get(automation) ?? []).filter((at) => at > nowMs - most.withinMs && at <= nowMs);
  };
  return {
    add: (trigger) => {
      fired = [...fired.slice(1 - kept), { at: utcTime(clock.now()), ...trigger }];
    },
    list: () => fired,
    count: (automation) => {
      times.set(automation, [...recent(automation), clock.now()]);
    },
    loopOf: (automation) =>
      recent(automation).length > most.events
        ? [...times.keys()].filter((id) => id !== automation && recent(id).length > most.events / 2)
        : undefined,
    forget: (automation) => void times.delete(automation),
  };
};

interface LoopDeps {
  readonly fired: FiredTriggers;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
}

/** Clears the alarm about a loop, and counts the events of its automation anew. */
export const endLoop = ({ fired, alarms }: LoopDeps, { id }: { readonly id: string }): void => {
  fired.forget(id);
  alarms.clear('automation_loops', id);
};

/** Raises the alarm about an automation that has paused itself, because an event triggered it again and again. */
export const reportLoop = ({ fired, alarms }: LoopDeps, { id }: { readonly id: string }, event: string): void => {
  const others = (fired.loopOf(id) ?? []).map((other) => `"${other}"`).join(', ');
  const loop = others === '' ? 'perhaps by its own steps' : `in a loop with ${others}`;
  const often = `more than ${String(most.events)} times within ${String(most.withinMs / 1_000)} s`;
  alarms.raise(
    'automation_loops',
    id,
    (name) => `the automation "${name}" has paused itself: ${event} triggered it ${often}, ${loop}`,
  );
};
