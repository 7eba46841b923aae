// Calls that operators watch, from the service to the console: bounded, and never in the way of a call.
import { afterEach, describe, expect, it } from 'vitest';
import { watchForwarder, type WatchForwarder } from '../../../adapters/cloud/watch-forwarder.js';
import { callObserver } from '../../../application/calls/call-observer.js';
import type { CallRecord } from '../../../application/calls/call-record.js';
import type { ObservedCalls } from '../../../domain/access/observed-call.js';
import { manualClock } from '../../../simulator/clock.js';
import { callRecord } from '../../support/call-record.js';

const answered = callRecord({ caller: 'loopback' }, { decidedBy: { step: 'host' }, answeredAfterMs: 3 });
const refused = callRecord({ caller: null, status: 401, error: 'unauthorized' });

/** The batch with which a service begins. */
const begun: ObservedCalls = { calls: [], notShown: 0 };

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const forwarders: WatchForwarder[] = [];
afterEach(() => Promise.all(forwarders.splice(0).map((forwarder) => forwarder.stop())));

/** A service whose requests succeed or fail as `answers` decides. */
const service = () => {
  const clock = manualClock();
  const sent: ObservedCalls[] = [];
  const state = { isReachable: true };
  const sendBatch = (calls: ObservedCalls): Promise<void> => {
    if (!state.isReachable) return Promise.reject(new Error('no route'));
    sent.push(calls);
    return Promise.resolve();
  };
  const observer = callObserver();
  const forwarder = watchForwarder({ source: observer, sendBatch, clock, random: () => 0, log: silent });
  forwarders.push(forwarder);
  const record = (call: CallRecord, times = 1): void => {
    for (let count = 0; count < times; count += 1) observer.record(call);
  };
  const total = (): number => sent.reduce((sum, { calls, notShown }) => sum + calls.length + notShown, 0);
  return { clock, sent, state, forwarder, record, total };
};

describe('watched calls', () => {
  it('@ACTIVITY-1: are not kept while nobody watches', async () => {
    const { clock, sent, forwarder, record } = service();
    record(answered);
    forwarder.setWatched(true);
    await clock.advance(1_000);
    expect(sent).toEqual([begun]);
    record(answered);
    forwarder.setWatched(false);
    forwarder.setWatched(true);
    await clock.advance(1_000);
    expect(sent).toEqual([begun, begun]);
    record(answered);
    await clock.advance(1_000);
    expect(sent).toHaveLength(3);
    record(answered);
    forwarder.setWatched(false);
    await clock.advance(1_000);
    expect(sent).toHaveLength(3);
    expect(clock.waiting()).toBe(0);
  });

  it('@ACTIVITY-1: are forgotten at the end of a watch', () => {
    const observer = callObserver();
    observer.setWatched(true);
    observer.record(answered);
    observer.setWatched(false);
    expect(observer.isPending()).toBe(false);
    expect(observer.take()).toEqual(begun);
  });

  it('@ACTIVITY-3: are bounded in a flood, in which refused calls stay visible, and no call is lost uncounted', async () => {
    const { clock, sent, forwarder, record, total } = service();
    forwarder.setWatched(true);
    for (let second = 0; second < 4; second += 1) {
      record(answered, 1_250);
      record(refused, 2);
      await clock.advance(250);
    }
    await clock.advance(1_000);
    expect(total()).toBe(4 * 1_252);
    expect(sent.length).toBeLessThanOrEqual(5);
    for (const { calls } of sent) expect(calls.length).toBeLessThanOrEqual(100);
    expect(sent.flatMap(({ calls }) => calls).filter(({ status }) => status === 401)).toHaveLength(8);
  });

  it('@ACTIVITY-1: are no longer on their way once a watch that was begun again has ended', async () => {
    const clock = manualClock();
    const requests: AbortSignal[] = [];
    const sendBatch = (_calls: ObservedCalls, signal: AbortSignal): Promise<void> => {
      requests.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    };
    const forwarder = watchForwarder({ source: callObserver(), sendBatch, clock, random: () => 0, log: silent });
    forwarders.push(forwarder);
    forwarder.setWatched(true);
    forwarder.setWatched(true);
    await clock.advance(250);
    expect(requests.map(({ aborted }) => aborted)).toEqual([false]);
    forwarder.setWatched(true);
    forwarder.setWatched(false);
    expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('begin with an empty batch also if its first sending fails', async () => {
    const { clock, sent, state, forwarder } = service();
    state.isReachable = false;
    forwarder.setWatched(true);
    await clock.advance(1_000);
    state.isReachable = true;
    await clock.advance(60_000);
    expect(sent).toEqual([begun]);
  });

  it('counts calls that could not be sent', async () => {
    const { clock, sent, state, forwarder, record, total } = service();
    state.isReachable = false;
    forwarder.setWatched(true);
    record(answered, 10);
    await clock.advance(20_000);
    expect(sent).toEqual([]);
    state.isReachable = true;
    record(refused);
    await clock.advance(60_000);
    expect(total()).toBe(11);
  });
});

it('@ACTIVITY-1: what was collected when the watch ends is not sent', async () => {
  const clock = manualClock();
  let [isPending, sent] = [false, 0];
  let begin: () => void = () => undefined;
  const forwarder = watchForwarder({
    source: {
      setWatched: (watched) => {
        if (!watched) isPending = false;
      },
      onPending: (listener) => (begin = listener),
      isPending: () => isPending,
      take: () => (isPending = false),
      onNotSent: () => undefined,
    },
    sendBatch: () => Promise.resolve(void (sent += 1)),
    clock,
    random: () => 0,
    log: silent,
  });
  forwarder.setWatched(true);
  isPending = true;
  begin();
  await clock.advance(249);
  forwarder.setWatched(false);
  await clock.advance(1_000);
  expect(sent).toBe(0);
  await forwarder.stop();
  expect(clock.waiting()).toBe(0);
});
