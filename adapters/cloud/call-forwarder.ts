// Sends the calls that operators watch to the console: in batches, one request at a time, and only while somebody watches.
import type { CallObserver } from '../../application/calls/call-observer.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { abortableDelay, jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** What the forwarder uses. `clock` is that of the network; `random` returns numbers from 0 to below 1. */
export interface CallForwarderDeps {
  readonly client: Pick<ConsoleClient, 'sendCalls'>;
  readonly observer: CallObserver;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Sends watched calls. */
export interface CallForwarder {
  /** Starts or ends the watch. */
  readonly setWatched: (watched: boolean) => void;
  /** Ends the watch; resolves once nothing is being sent. */
  readonly stop: () => Promise<void>;
}

/** How long calls are collected before they are sent, in milliseconds. */
const collectMs = 250;

/** Creates a forwarder, which sends nothing until somebody watches. */
export const callForwarder = ({ client, observer, clock, random, log }: CallForwarderDeps): CallForwarder => {
  let watch = new AbortController();
  watch.abort();
  let sending: Promise<void> | undefined;

  /** Sends what is kept. Returns the number of failures in a row. */
  const send = async (failures: number, ended: AbortSignal): Promise<number> => {
    const batch = observer.take();
    const sent = await requestWithTimeout({ clock, log }, (signal) => client.sendCalls(batch, signal), ended);
    if (sent !== undefined) return 0;
    observer.addNotSent(batch.calls.length + batch.notShown);
    await abortableDelay(clock, jitteredBackoffMs(failures + 1, random()), ended);
    return failures + 1;
  };

  const sendPending = async (ended: AbortSignal): Promise<void> => {
    const isWatched = (): boolean => !ended.aborted;
    let failures = 0;
    while (observer.isPending() && isWatched()) {
      await abortableDelay(clock, collectMs, ended);
      if (isWatched()) failures = await send(failures, ended);
    }
    sending = undefined;
    // A watch that began meanwhile.
    if (observer.isPending()) start();
  };

  const start = (): void => {
    sending ??= sendPending(watch.signal);
  };

  observer.onPending(start);

  const setWatched = (watched: boolean): void => {
    if (watched === !watch.signal.aborted) return;
    if (watched) watch = new AbortController();
    else watch.abort();
    observer.setWatched(watched);
  };

  return {
    setWatched,
    stop: async () => {
      setWatched(false);
      await sending;
    },
  };
};
