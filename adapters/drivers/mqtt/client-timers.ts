// The timers of the client of the library, on the injected clock.
import type { IClientOptions } from 'mqtt';
import type { Clock } from '../../../application/ports/clock.js';

/** Returns the timers of a client. */
export const clientTimers = (clock: Clock): NonNullable<IClientOptions['timerVariant']> => {
  const timers = new Map<number, () => void>();
  let last = 0;
  const repeat = (id: number, task: () => void, ms: number): void => {
    const cancel = clock.after(ms, () => {
      repeat(id, task, ms);
      task();
    });
    timers.set(id, cancel);
  };
  return {
    set: (task: () => void, ms = 0) => {
      last += 1;
      repeat(last, task, ms);
      return last;
    },
    clear: (id: number) => {
      timers.get(id)?.();
      timers.delete(id);
    },
  };
};
