// When an automation runs: at the times of its triggers, after a pause since its last run, or when something happens.
import { pauseAfterRunMs } from '../../domain/studio/automation.js';
import type { OffsetAt } from '../../domain/studio/time-zone.js';
import type { EventTrigger } from '../../domain/studio/event-trigger.js';
import { isCalendarTrigger, isPauseTrigger, type CalendarTrigger, type Trigger } from '../../domain/studio/trigger.js';
import type { Clock } from '../ports/clock.js';
import { CalendarTimer, type MissedTimes, type TimerMemory } from './calendar-timer.js';
import type { StudioEvents } from './studio-events.js';

/** What a schedule remembers. */
export interface ScheduleMemory extends TimerMemory {
  /** The memories of further triggers, in their order. */
  readonly others?: readonly TimerMemory[];
}

/** What a schedule calls. */
export interface ScheduleListener {
  /** Called with the event that has come; null for a time or a pause. */
  readonly onDue: (event: EventTrigger | null) => void;
  readonly onMissed: (times: MissedTimes) => void;
  /** Called when `nextAtMs` changes. */
  readonly onNext: () => void;
  /** Called when `memory` has changed without a run. */
  readonly onMemory: () => void;
}

export interface ScheduleDeps {
  readonly clock: Clock;
  readonly offsetAt: OffsetAt;
  readonly events: Pick<StudioEvents, 'follow'>;
}

/** Decides when an automation runs. */
export interface Schedule {
  /** The time of the next run, in milliseconds since 1970 UTC; null if none is known. */
  readonly nextAtMs: () => number | null;
  readonly memory: () => ScheduleMemory;
  /** Starts anew. A pause between runs begins with a run, before this returns. */
  readonly start: () => void;
  /** Continues after a pause. Nothing that passed meanwhile counts as missed. */
  readonly resume: (isRunning: boolean) => void;
  /** Continues after a restart of the service. Times that passed meanwhile are missed (AUTOMATION-9). */
  readonly restore: (memory: ScheduleMemory) => void;
  /** Called when a run begins, also one that another trigger began. */
  readonly beforeRun: () => void;
  /** Waits for the next run after one has ended, or its conditions didn't hold. */
  readonly afterRun: (hasFailed: boolean) => void;
  readonly stop: () => void;
}

/** What a schedule by the calendar calls, besides: with a time that has come. */
type CalendarListener = ScheduleListener & { readonly onTime: (dueAtMs: number) => void };

const calendarSchedule = (trigger: CalendarTrigger, listener: CalendarListener, deps: ScheduleDeps): Schedule => {
  const { onTime: onDue, onMemory: onSetBack, onMissed, onNext } = listener;
  const timer = new CalendarTimer({ ...deps, onDue, onSetBack, onMissed, onNext, trigger });
  const startAfter = (memory: Pick<TimerMemory, 'waited'>): void => {
    timer.start({ ...memory, checkedAtMs: deps.clock.now() });
  };
  return {
    nextAtMs: () => timer.nextAtMs,
    memory: () => timer.memory,
    start: () => {
      startAfter({ waited: [] });
    },
    resume: () => {
      startAfter(timer.memory);
    },
    restore: (memory) => {
      timer.start(memory);
    },
    beforeRun: () => undefined,
    afterRun: () => undefined,
    stop: () => {
      timer.stop();
    },
  };
};

/** Pauses are measured by timers, so that setting the clock doesn't change them. */
const pauseSchedule = (everyMs: number, { onDue, onNext }: ScheduleListener, { clock }: ScheduleDeps): Schedule => {
  let nextAtMs: number | null = null;
  let cancel = (): void => undefined;
  const setNext = (next: number | null): void => {
    nextAtMs = next;
    onNext();
  };
  const stop = (): void => {
    cancel();
    nextAtMs = null;
  };
  const wait = (delayMs: number): void => {
    stop();
    setNext(clock.now() + delayMs);
    cancel = clock.after(delayMs, () => {
      setNext(null);
      onDue(null);
    });
  };
  return {
    nextAtMs: () => nextAtMs,
    memory: () => ({ waited: [], checkedAtMs: clock.now() }),
    start: () => {
      onDue(null);
    },
    resume: (isRunning) => {
      if (!isRunning) wait(everyMs);
    },
    restore: () => {
      wait(0);
    },
    beforeRun: stop,
    afterRun: (hasFailed) => {
      if (nextAtMs === null) wait(pauseAfterRunMs(everyMs, hasFailed));
    },
    stop,
  };
};

/** An event has no time that is known, and none is missed while nobody waits for it. */
const eventSchedule = (
  trigger: EventTrigger,
  { onDue }: ScheduleListener,
  { clock, events }: ScheduleDeps,
): Schedule => {
  let unfollow = (): void => undefined;
  const follow = (): void => {
    unfollow();
    unfollow = events.follow(trigger, () => {
      onDue(trigger);
    });
  };
  return {
    nextAtMs: () => null,
    memory: () => ({ waited: [], checkedAtMs: clock.now() }),
    start: follow,
    resume: follow,
    restore: follow,
    beforeRun: () => undefined,
    afterRun: () => undefined,
    stop: () => {
      unfollow();
      unfollow = () => undefined;
    },
  };
};

const scheduleOfOne = (trigger: Trigger, listener: CalendarListener, deps: ScheduleDeps): Schedule => {
  if (isCalendarTrigger(trigger)) return calendarSchedule(trigger, listener, deps);
  return isPauseTrigger(trigger)
    ? pauseSchedule(trigger.everyMs, listener, deps)
    : eventSchedule(trigger, listener, deps);
};

/** Returns the schedule of triggers, of which any fires. It doesn't wait yet. */
export const scheduleOf = (triggers: readonly Trigger[], listener: ScheduleListener, deps: ScheduleDeps): Schedule => {
  let firedForMs: number | null = null;
  /** The same time of several triggers fires once. */
  const onTime = (dueAtMs: number): void => {
    const isFirst = dueAtMs !== firedForMs;
    firedForMs = dueAtMs;
    if (isFirst) listener.onDue(null);
    else listener.onMemory();
  };
  const all = triggers.map((trigger) => scheduleOfOne(trigger, { ...listener, onTime }, deps));
  return {
    nextAtMs: () => {
      const times = all.map(({ nextAtMs }) => nextAtMs()).filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    memory: () => {
      const [first, ...others] = all.map(({ memory }) => memory());
      return { waited: [], checkedAtMs: deps.clock.now(), ...first, ...(others.length > 0 && { others }) };
    },
    start: () => {
      firedForMs = null;
      for (const { start } of all) start();
    },
    resume: (isRunning) => {
      for (const { resume } of all) resume(isRunning);
    },
    restore: ({ others = [], ...first }) => {
      const none = { waited: [], checkedAtMs: deps.clock.now() };
      all.forEach(({ restore }, at) => {
        restore([first, ...others][at] ?? none);
      });
    },
    beforeRun: () => {
      for (const { beforeRun } of all) beforeRun();
    },
    afterRun: (hasFailed) => {
      for (const { afterRun } of all) afterRun(hasFailed);
    },
    stop: () => {
      for (const { stop } of all) stop();
    },
  };
};
