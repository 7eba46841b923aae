// Puts the timers of this process on a clock. The ports of the product take their clock, but Node's own timers stay in the
// HTTP layer (heartbeats, stalled readers) and in the end of the service: only a replacement of the globals reaches them.
import timers from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Clock } from '../../../application/ports/clock.js';
import type { Random } from '../../../simulator/random.js';

type Task = (...values: unknown[]) => void;

/** A timer as Node's functions return it. */
class SimulatedTimer {
  #cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly task: () => void,
    private readonly delayMs: number,
    private readonly repeats: boolean,
  ) {
    this.refresh();
  }

  readonly refresh = (): this => {
    this.#cancel();
    this.#cancel = this.clock.after(this.delayMs, () => {
      if (this.repeats) this.refresh();
      this.task();
    });
    return this;
  };

  readonly cancel = (): void => {
    this.#cancel();
  };

  readonly ref = (): this => this;
  readonly unref = (): this => this;
  readonly hasRef = (): boolean => true;
}

const wholeMs = (delayMs: number | undefined): number => Math.max(1, Math.floor(delayMs ?? 1));

const starter =
  (clock: Clock, repeats: boolean) =>
  (task: Task, delayMs?: number, ...values: unknown[]) =>
    new SimulatedTimer(
      clock,
      () => {
        task(...values);
      },
      wholeMs(delayMs),
      repeats,
    );

const stopTimer = (timer: unknown): void => {
  if (timer instanceof SimulatedTimer) timer.cancel();
};

/** `setTimeout` of `node:timers/promises`. */
const delayOn =
  (clock: Clock) =>
  (delayMs: number, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const cancel = clock.after(wholeMs(delayMs), () => {
        resolve(value);
      });
      signal?.addEventListener('abort', () => {
        cancel();
        reject(new Error('aborted'));
      });
    });

/** A number from 0 to below 1 with 31 bits. */
const fraction = (random: Random): number => random.between(0, 2 ** 31 - 1) / 2 ** 31;

/** Replaces members of an object. Returns a function that restores them. */
const replace = (target: object, members: object): (() => void) => {
  const before = Object.fromEntries(Object.keys(members).map((name) => [name, Reflect.get(target, name) as unknown]));
  Object.assign(target, members);
  return () => {
    Object.assign(target, before);
  };
};

/** Puts timers, times and `Math.random` on a clock and a seed. Returns a function that restores those of the machine. */
export const useClockAsMachine = (clock: Clock, random: Random): (() => void) => {
  const startedAtMs = clock.now();
  const restore = [
    replace(globalThis, {
      setTimeout: starter(clock, false),
      setInterval: starter(clock, true),
      clearTimeout: stopTimer,
      clearInterval: stopTimer,
    }),
    replace(Date, { now: clock.now }),
    replace(performance, { now: () => clock.now() - startedAtMs }),
    replace(Math, { random: () => fraction(random) }),
    replace(timers, { setTimeout: delayOn(clock) }),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restoreMembers of restore) restoreMembers();
    syncBuiltinESMExports();
  };
};
