// A service that people who build panels restart: its callers and its console see it go and come back.
import type { SteeredClock } from '../../simulator/simulation-clock.js';
import type { ObservedService } from '../../simulator/api/service-records.js';
import type { Part, StartedService } from '../parts.js';
import { observedService } from './observed-service.js';

/** A running service, and how the steering API shows and restarts it. */
export interface RestartableService extends Part {
  readonly observed: ObservedService;
}

/** Lets time pass: a paused clock advances, and one that runs is waited for. */
const pass = (clock: SteeredClock, ms: number): Promise<unknown> =>
  clock.mode().paused
    ? clock.advance(ms)
    : new Promise<void>((resolve) => {
        clock.after(ms, resolve);
      });

/** Runs tasks one after the other. */
const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return (task: () => Promise<void>): Promise<void> => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
};

/** Starts a service. `start` starts it each time, with the same data and on the same port. */
export const restartableService = async (
  start: () => Promise<StartedService>,
  clock: SteeredClock,
): Promise<RestartableService> => {
  let current: StartedService | undefined = await start();
  const { lines, service, url } = current;
  const observed = observedService(service, url);
  const next = inTurn();
  let isStopping = false;

  const stop = async (): Promise<void> => {
    await current?.stop();
    current = undefined;
    observed.follow(undefined);
  };

  const restart = async (downMs: number): Promise<void> => {
    if (isStopping) return;
    await stop();
    await pass(clock, downMs);
    current = await start();
    observed.follow(current.service);
  };

  return {
    lines,
    observed: { ...observed, restart: (downMs) => next(() => restart(downMs)) },
    reload: () => current?.reload?.(),
    stop: () => {
      isStopping = true;
      return next(stop);
    },
  };
};
