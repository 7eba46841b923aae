// Waits for the trigger times of an automation by the calendar, also while the clock is set.
import { periodAround, withPeriod, type Periods } from '../../domain/studio/periods.js';
import type { OffsetAt } from '../../domain/studio/time-zone.js';
import { nextTriggerTime, type CalendarTrigger } from '../../domain/studio/trigger.js';
import type { Clock } from '../ports/clock.js';

/** Trigger times that passed without a run, oldest first; at most 100. */
export type MissedTimes = readonly [first: number, ...others: readonly number[]];

export interface CalendarTimerDeps {
  readonly clock: Clock;
  readonly offsetAt: OffsetAt;
  readonly trigger: CalendarTrigger;
  /** Called at each trigger time. */
  readonly onDue: (dueAtMs: number) => void;
  readonly onMissed: (times: MissedTimes) => void;
  /** Called when `nextAtMs` changes. */
  readonly onNext: () => void;
  /** Called when the clock was set back, which changes `memory`. */
  readonly onSetBack: () => void;
}

/** What a timer remembers. */
export interface TimerMemory {
  /** The time that it has waited through. */
  readonly waited: Periods;
  /** When it last checked whether a trigger time had come, in milliseconds since 1970 UTC. */
  readonly checkedAtMs: number;
}

/** Longest wait between two looks at the clock, in milliseconds, because the clock may be set meanwhile. */
const longestWaitMs = 30_000;

/** How late a trigger time may be noticed and still fire, in milliseconds (AUTOMATION-8). */
const latestMs = 60_000;

/** How early a timer may run, in milliseconds. If the clock shows less, it was set back. */
const earliestMs = 1_000;

/** Maximum number of missed trigger times that are listed. */
const maxMissed = 100;

/** Waits for trigger times. No time fires twice, even if the clock is set back over it. */
export class CalendarTimer {
  #waited: Periods = [];
  #checkedAtMs = 0;
  #next: { readonly afterMs: number; readonly atMs: number | null } | undefined;
  #cancel = (): void => undefined;

  constructor(private readonly deps: CalendarTimerDeps) {}

  /** The next trigger time; null if there is none, or while the timer is stopped. */
  get nextAtMs(): number | null {
    return this.#next?.atMs ?? null;
  }

  get memory(): TimerMemory {
    return { waited: this.#waited, checkedAtMs: this.#checkedAtMs };
  }

  /** Waits for times after now. Reports the times between the last check in `memory` and now as missed. */
  start({ waited, checkedAtMs }: TimerMemory): void {
    const nowMs = this.deps.clock.now();
    this.#waited = waited;
    this.#checkedAtMs = nowMs;
    const missed = this.#timesWithin(Math.min(checkedAtMs, nowMs), nowMs);
    this.#wait(nowMs);
    this.#report(missed);
  }

  stop(): void {
    this.#cancel();
    this.#next = undefined;
  }

  #wait(nowMs: number): void {
    this.#findNext(nowMs);
    const delayMs = Math.min((this.nextAtMs ?? Infinity) - nowMs, longestWaitMs);
    this.#cancel = this.deps.clock.after(delayMs, () => {
      this.#check(delayMs);
    });
  }

  /** Checks after a wait. If the clock was set back, only the time of the wait counts. */
  #check(waitedMs: number): void {
    const nowMs = this.deps.clock.now();
    const wasSetBack = this.#checkedAtMs + waitedMs - nowMs > earliestMs;
    const sinceMs = wasSetBack ? nowMs - waitedMs : this.#checkedAtMs;
    const recentMs = Math.max(sinceMs, nowMs - latestMs);
    const missed = this.#timesWithin(sinceMs, recentMs);
    const [due] = this.#timesWithin(recentMs, nowMs);
    this.#waited = withPeriod(this.#waited, { fromMs: recentMs, untilMs: nowMs });
    this.#checkedAtMs = nowMs;
    this.#wait(nowMs);
    if (wasSetBack) this.deps.onSetBack();
    this.#report(missed);
    if (due !== undefined) this.deps.onDue(due);
  }

  #report([first, ...others]: readonly number[]): void {
    if (first !== undefined) this.deps.onMissed([first, ...others]);
  }

  /** The trigger times after one moment, up to another. */
  #timesWithin(afterMs: number, untilMs: number): readonly number[] {
    if (this.#isNoneWithin(afterMs, untilMs)) return [];
    const times: number[] = [];
    let atMs = this.#timeAfter(afterMs);
    while (atMs !== null && atMs <= untilMs && times.length < maxMissed) {
      times.push(atMs);
      atMs = this.#timeAfter(atMs);
    }
    return times;
  }

  /** Whether the known next time shows that there is none after one moment, up to another. */
  #isNoneWithin(afterMs: number, untilMs: number): boolean {
    const { afterMs: knownMs = Infinity, atMs = null } = this.#next ?? {};
    return afterMs >= untilMs || (knownMs <= afterMs && untilMs < (atMs ?? Infinity));
  }

  /** The first trigger time after a moment that the timer has not waited through. */
  #timeAfter(afterMs: number): number | null {
    const { trigger, offsetAt } = this.deps;
    let atMs = nextTriggerTime(trigger, offsetAt, afterMs);
    for (;;) {
      const period = atMs === null ? undefined : periodAround(this.#waited, atMs);
      if (period === undefined) return atMs;
      atMs = nextTriggerTime(trigger, offsetAt, period.untilMs);
    }
  }

  #findNext(nowMs: number): void {
    const known = this.#next;
    if (known !== undefined && known.afterMs <= nowMs && nowMs < (known.atMs ?? Infinity)) return;
    this.#next = { afterMs: nowMs, atMs: this.#timeAfter(nowMs) };
    if (known?.atMs !== this.#next.atMs) this.deps.onNext();
  }
}
