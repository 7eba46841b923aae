// The service's heartbeats: they let the console notice that the service is gone, although no connection was closed.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { integer, text } from '../../domain/codec/codec.js';
import { abortableDelay } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** What the console asks for: the id of its stream, and how often it expects a heartbeat, in milliseconds. */
const HeartbeatRequest = t.type({ stream: text(1, 100), everyMs: integer(1_000, 600_000) });
type HeartbeatRequest = t.TypeOf<typeof HeartbeatRequest>;

/** The dependencies of the heartbeats. `random` returns numbers from 0 to below 1. */
export interface HeartbeatDeps {
  readonly client: Pick<ConsoleClient, 'sendHeartbeat'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Sends heartbeats until `ended` fires; resolves once none is being sent. Each is up to a quarter of the period early. */
const sendHeartbeats = async (
  deps: HeartbeatDeps,
  { stream, everyMs }: HeartbeatRequest,
  ended: AbortSignal,
): Promise<void> => {
  const { client, clock, random } = deps;
  const isDue = async (ms: number): Promise<boolean> => {
    await abortableDelay(clock, ms * (0.75 + random() / 4), ended);
    return !ended.aborted;
  };
  let delayMs = everyMs;
  while (await isDue(delayMs)) {
    const sent = await requestWithTimeout(deps, (signal) => client.sendHeartbeat(stream, signal), ended);
    // A request may take until its timeout, so one that failed is repeated early.
    delayMs = sent === undefined ? everyMs / 3 : everyMs;
  }
};

/** The heartbeats of one stream. */
export interface StreamHeartbeats {
  /** Starts the heartbeats as an event of the console specifies, in place of earlier ones. Other data is ignored. */
  readonly start: (data: unknown) => void;
  /** Resolves once no heartbeat is being sent. */
  readonly stop: () => Promise<void>;
}

/** Creates the heartbeats of a stream, which sends none before the console asks for them. */
export const streamHeartbeats = (deps: HeartbeatDeps): StreamHeartbeats => {
  let ended = new AbortController();
  let sending = Promise.resolve();
  return {
    start: (data) => {
      const request = HeartbeatRequest.decode(data);
      if (E.isLeft(request)) return;
      ended.abort();
      ended = new AbortController();
      const before = sending;
      const current = sendHeartbeats(deps, request.right, ended.signal);
      sending = Promise.all([before, current]).then(() => undefined);
    },
    stop: () => {
      ended.abort();
      return sending;
    },
  };
};
