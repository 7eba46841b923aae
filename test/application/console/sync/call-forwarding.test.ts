// What a service may send to the other console processes: only watched calls, and only so many.
import { describe, expect, it } from 'vitest';
import type { ObservedCall, ObservedCalls } from '../../../../domain/access/observed-call.js';
import { batchesWithin } from '../../../../application/console/sync/call-forwarding.js';
import { callForwarding } from '../../../../application/console/sync/call-forwarding.js';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import { manualClock } from '../../../../simulator/clock.js';

const call: ObservedCall = {
  time: 1,
  address: '10.0.0.1',
  caller: null,
  method: 'GET',
  path: '/api/v2/signals',
  status: 200,
  error: null,
  answeredAfterMs: 1,
  decidedBy: { step: 'host' },
};
const batch = (count: number, notShown = 0): ObservedCalls => ({
  calls: Array.from({ length: count }, () => call),
  notShown,
});

/** A forwarding whose messages are under way while `held`. */
const forwarding = (maxLength = Infinity) => {
  const clock = manualClock();
  const sent: ObservedCalls[] = [];
  const state = { isWatched: true, held: Promise.resolve() };
  const send = (message: ConsoleMessage): Promise<void> => {
    if (message.kind === 'calls') sent.push(message.calls);
    return state.held;
  };
  const receive = callForwarding({ messages: { maxLength, send }, clock, isWatched: () => state.isWatched });
  const counts = () => sent.map(({ calls, notShown }) => [calls.length, notShown]);
  return { clock, state, receive, counts };
};

describe('forwarded calls', () => {
  it('@ACTIVITY-1: are dropped while nobody watches the studio', async () => {
    const { clock, state, receive, counts } = forwarding();
    state.isWatched = false;
    await receive('studio-1', batch(100, 5));
    await clock.advance(1_000);
    expect(counts()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('@ACTIVITY-3: are at most 100 of a studio each 250 ms; the others are counted', async () => {
    const { clock, receive, counts } = forwarding();
    await receive('studio-1', batch(60));
    await receive('studio-1', batch(60, 2));
    await receive('studio-1', batch(100, 1));
    await receive('studio-2', batch(100));
    expect(counts()).toEqual([
      [60, 0],
      [40, 22],
      [100, 0],
    ]);
    await clock.advance(250);
    expect(counts().at(-1)).toEqual([0, 101]);
    await receive('studio-1', batch(100));
    expect(counts().at(-1)).toEqual([100, 0]);
    await clock.advance(1_000);
    expect(clock.waiting()).toBe(0);
    expect(counts()).toHaveLength(5);
  });

  it('@ACTIVITY-1: are no longer counted once nobody watches the studio', async () => {
    const { clock, state, receive, counts } = forwarding();
    await receive('studio-1', batch(100));
    await receive('studio-1', batch(50));
    state.isWatched = false;
    await clock.advance(250);
    expect(clock.waiting()).toBe(0);
    state.isWatched = true;
    await receive('studio-1', batch(1));
    expect(counts()).toEqual([
      [100, 0],
      [1, 0],
    ]);
  });

  it('are limited also if a service sends empty batches', async () => {
    const { receive, counts } = forwarding();
    for (let count = 0; count < 200; count += 1) await receive('studio-1', batch(0, 1));
    expect(counts()).toHaveLength(100);
  });

  it('are sent in one batch at a time, for which the service waits; others that it sends meanwhile are counted', async () => {
    const { clock, state, receive, counts } = forwarding();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    state.held = promise.then(() => undefined);
    let isAnswered = false;
    const answered = receive('studio-1', batch(10)).then(() => (isAnswered = true));
    await clock.advance(1_000);
    await receive('studio-1', batch(100, 3));
    await clock.advance(1_000);
    expect([isAnswered, counts()]).toEqual([false, [[10, 0]]]);
    resolve(undefined);
    await answered;
    await clock.advance(1_000);
    expect(counts()).toEqual([
      [10, 0],
      [0, 103],
    ]);
    expect(clock.waiting()).toBe(0);
  });

  it('are split into messages that are sent one after the other', async () => {
    const { state, receive, counts } = forwarding(1_500);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    state.held = promise.then(() => undefined);
    const answered = receive('studio-1', batch(20));
    expect(counts()).toHaveLength(1);
    resolve(undefined);
    await answered;
    expect(counts().reduce((sum, [count = 0]) => sum + count, 0)).toBe(20);
  });

  it('are as many again after a pause', async () => {
    const { clock, receive, counts } = forwarding();
    for (let turn = 0; turn < 3; turn += 1) {
      await receive('studio-1', batch(100));
      await clock.advance(1_000);
    }
    expect(counts()).toEqual(Array(3).fill([100, 0]));
    expect(clock.waiting()).toBe(0);
  });
});

describe('messages of limited length', () => {
  const octets = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const withPath = (length: number): ObservedCall => ({ ...call, path: 'ü'.repeat(length) });

  it('have every call once, in order, and count those that are too long alone', () => {
    const lengths = [300, 10, 200, 900, 10, 10, 400, 399, 1, 250];
    for (let maxLength = 1_200; maxLength < 2_400; maxLength += 7) {
      const batches = batchesWithin({ calls: lengths.map(withPath), notShown: 5 }, maxLength);
      const fitting = lengths.filter((length) => octets(withPath(length)) + 1 + 512 <= maxLength);
      expect(batches.flatMap(({ calls }) => calls)).toEqual(fitting.map(withPath));
      expect(batches.reduce((sum, { notShown }) => sum + notShown, 0)).toBe(5 + lengths.length - fitting.length);
      // A message has up to 512 octets besides its calls.
      for (const { calls } of batches) expect(octets(calls) + 512).toBeLessThanOrEqual(maxLength + 2);
    }
  });
});
