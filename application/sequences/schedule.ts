// When an automation runs: at the times of its trigger, or after a pause since its last run.
import { pauseAfterRunMs } from '../../domain/studio/automation.js';
import type { OffsetAt } from '../../domain/studio/time-zone.js';
import { isCalendarTrigger, type CalendarTrigger, type Trigger } from '../../domain/studio/trigger.js';
import type { Clock } from '../ports/clock.js';
import { CalendarTimer, type MissedTimes, type TimerMemory } from './calendar-timer.js';

/** What a schedule calls. */
export interface ScheduleListener {
  readonly onDue: () => void;
  readonly onMissed: (times: MissedTimes) => void;
  /** Called when `nextAtMs` changes. */
  readonly onNext: () => void;
  /** Called when the clock was set back, which changes `memory`. */
  readonly onSetBack: () => void;
}

export interface ScheduleDeps {
  readonly clock: Clock;
  readonly offsetAt: OffsetAt;
}

/** Decides when an automation runs. */
export interface Schedule {
  /** The time of the next run, in milliseconds since 1970 UTC; null if none is known. */
  readonly nextAtMs: () => number | null;
  readonly memory: () => TimerMemory;
  /** Starts anew. A pause between runs begins with a run, before this returns. */
  readonly start: () => void;
  /** Continues after a pause. Nothing that passed meanwhile counts as missed. */
  readonly resume: (isRunning: boolean) => void;
  /** Continues after a restart of the service. Times that passed meanwhile are missed (AUTOMATION-9). */
  readonly restore: (memory: TimerMemory) => void;
  /** Waits for the next run after one has ended. */
  readonly afterRun: (hasFailed: boolean) => void;
  readonly stop: () => void;
}

const calendarSchedule = (trigger: CalendarTrigger, listener: ScheduleListener, deps: ScheduleDeps): Schedule => {
  const timer = new CalendarTimer({ ...deps, ...listener, trigger });
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
  const wait = (delayMs: number): void => {
    setNext(clock.now() + delayMs);
    cancel = clock.after(delayMs, () => {
      setNext(null);
      onDue();
    });
  };
  const afterRun = (hasFailed: boolean): void => {
    wait(pauseAfterRunMs(everyMs, hasFailed));
  };
  return {
    nextAtMs: () => nextAtMs,
    memory: () => ({ waited: [], checkedAtMs: clock.now() }),
    start: onDue,
    resume: (isRunning) => {
      if (!isRunning) wait(everyMs);
    },
    restore: () => {
      wait(0);
    },
    afterRun,
    stop: () => {
      cancel();
      nextAtMs = null;
    },
  };
};

/** Returns the schedule of a trigger. It doesn't wait yet. */
export const scheduleOf = (trigger: Trigger, listener: ScheduleListener, deps: ScheduleDeps): Schedule =>
  isCalendarTrigger(trigger)
    ? calendarSchedule(trigger, listener, deps)
    : pauseSchedule(trigger.everyMs, listener, deps);
