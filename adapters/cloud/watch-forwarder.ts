// Sends what operators watch to the console: in batches, one request at a time, and only while somebody watches.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { WatchedSource } from '../../application/ports/watched-source.js';
import { abortableDelay, jitteredBackoffMs } from './backoff.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** What the forwarder uses. `clock` is that of the network; `random` returns numbers from 0 to below 1. */
export interface WatchForwarderDeps<Batch> {
  readonly source: WatchedSource<Batch>;
  /** Rejects when the network or the console fails. */
  readonly sendBatch: (batch: Batch, signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Sends what is watched. */
export interface WatchForwarder {
  /** Starts or ends the watch. A watch that lasts may be started again, which the source is notified of. */
  readonly setWatched: (watched: boolean) => void;
  /** Ends the watch; resolves once nothing is being sent. */
  readonly stop: () => Promise<void>;
}

/** How long calls or changes are collected before they are sent, in milliseconds. */
const collectMs = 250;

/** Creates a forwarder, which sends nothing until somebody watches. */
export const watchForwarder = <Batch>(deps: WatchForwarderDeps<Batch>): WatchForwarder => {
  const { source, sendBatch, clock, random, log } = deps;
  let watch = new AbortController();
  watch.abort();
  let sending: Promise<void> | undefined;

  /** Sends what is kept. Returns the number of failures in a row. */
  const send = async (failures: number, ended: AbortSignal): Promise<number> => {
    const batch = source.take();
    const sent = await requestWithTimeout({ clock, log }, (signal) => sendBatch(batch, signal), ended);
    if (sent !== undefined) return 0;
    source.onNotSent(batch);
    await abortableDelay(clock, jitteredBackoffMs(failures + 1, random()), ended);
    return failures + 1;
  };

  const sendPending = async (ended: AbortSignal): Promise<void> => {
    const isWatched = (): boolean => !ended.aborted;
    let failures = 0;
    while (source.isPending() && isWatched()) {
      await abortableDelay(clock, collectMs, ended);
      if (isWatched()) failures = await send(failures, ended);
    }
    sending = undefined;
    // A watch that began meanwhile.
    if (source.isPending()) start();
  };

  const start = (): void => {
    sending ??= sendPending(watch.signal);
  };

  source.onPending(start);

  const setWatched = (watched: boolean): void => {
    if (watched && watch.signal.aborted) watch = new AbortController();
    if (!watched) watch.abort();
    source.setWatched(watched);
  };

  return {
    setWatched,
    stop: async () => {
      setWatched(false);
      await sending;
    },
  };
};
