// Sets back what the console stored while its clock was ahead: a time in the future counts as now (CONSOLE-37).
import { steadyMs } from '../ports/clock.js';
import type { ConsoleServices } from './console-services.js';

/** How often the clock is compared with one that nobody can set, in milliseconds. */
const compareEveryMs = 60_000;

/** By how much the clock must have been set back, in milliseconds: less is the drift of a clock that is kept right. */
const leastStepMs = 1_000;

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'log' | 'sessionLimits'>;

/**
 * Sets the stored times back now, and whenever somebody has set the clock back, until the returned function is called. Rejects if
 * the store fails now; later failures are tried again.
 */
export const keepTimesBehind = async (ports: Ports): Promise<() => void> => {
  const { store, clock, log, sessionLimits } = ports;
  const setBack = async (): Promise<void> => {
    const count = await store.setBackTimes(clock.now(), sessionLimits.lifetimeMs);
    if (count > 0) log.warn('stored times were ahead of the clock, and count as now', { count });
  };
  const difference = (): number => clock.now() - steadyMs(clock);
  await setBack();
  let known = difference();
  let cancel = (): void => undefined;
  const compare = async (): Promise<void> => {
    const present = difference();
    if (present < known - leastStepMs) await setBack();
    known = present;
  };
  const compareLater = (): void => {
    cancel = clock.after(compareEveryMs, () => {
      compareLater();
      void compare().catch((error: unknown) => {
        log.warn('stored times that are ahead of the clock could not be set back yet', { error });
      });
    });
  };
  compareLater();
  return () => {
    cancel();
  };
};
