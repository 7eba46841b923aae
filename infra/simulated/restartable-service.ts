// A service that people who build panels restart: its callers and its console see it go and come back.
import * as E from 'fp-ts/lib/Either.js';
import { taskQueue } from '../../application/state/task-queue.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { SteeredClock } from '../../simulator/simulation-clock.js';
import type { ObservedService } from '../../simulator/api/service-records.js';
import type { Part, StartedService } from '../command-line/parts.js';
import { StartupError } from '../machine/startup-errors.js';
import { observedService } from './observed-service.js';

/** A running service, and how the steering API shows and restarts it. */
export interface RestartableService extends Part {
  readonly observed: ObservedService;
}

/** What restarts a service. */
export interface RestartOptions {
  /**
   * Starts the service, each time with the same data and on the same port. Rejects with a `StartupError` if it can't
   * listen.
   */
  readonly start: () => Promise<StartedService>;
  /** Waits while the service is down, in milliseconds on the studio's clock. */
  readonly pass: (ms: number) => Promise<unknown>;
}

/** Returns how to let time pass on a clock: a paused one advances, and one that runs is waited for. */
export const passOn =
  (clock: SteeredClock): RestartOptions['pass'] =>
  (ms) =>
    clock.mode().paused
      ? clock.advance(ms)
      : new Promise<void>((resolve) => {
          clock.after(ms, resolve);
        });

type RestartResult = E.Either<Failure, void>;

const programStops: Failure = failure('conflict', 'the program is stopping');

/** Starts a service that can be restarted. */
export const restartableService = async ({ start, pass }: RestartOptions): Promise<RestartableService> => {
  let current: StartedService | undefined = await start();
  const { lines, service, url } = current;
  const observed = observedService(service, url);
  const next = taskQueue();
  let isStopping = false;
  let endPass = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    endPass = resolve;
  });

  const stop = async (): Promise<void> => {
    await current?.stop();
    current = undefined;
    observed.follow(undefined);
  };

  const startAgain = async (): Promise<RestartResult> => {
    if (isStopping) return E.left(programStops);
    try {
      current = await start();
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      return E.left(failure('conflict', error.message));
    }
    observed.follow(current.service);
    return E.right(undefined);
  };

  const restart = async (downMs: number): Promise<RestartResult> => {
    if (isStopping) return E.left(programStops);
    await stop();
    await Promise.race([pass(downMs), ended]);
    return startAgain();
  };

  return {
    lines,
    observed: { ...observed, restart: (downMs) => next(() => restart(downMs)) },
    reload: () => current?.reload?.(),
    stop: () => {
      isStopping = true;
      endPass();
      return next(stop);
    },
  };
};
