// Waiting for acknowledgements: to the millisecond, once, and never beyond the service's own end.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { acceptedOnly, acknowledgements } from '../../application/commands/acknowledgement.js';
import type { CommandResult } from '../../application/ports/commands.js';
import { failure } from '../../domain/failure.js';
import { manualClock } from '../../simulator/clock.js';
import { settle } from './demo-bench.js';

const bench = () => {
  const clock = manualClock(0);
  const device = Promise.withResolvers<CommandResult>();
  const waits = acknowledgements(clock);
  const ends: string[] = [];
  const wait = (timeoutMs: number): void => {
    void waits.within(device.promise, timeoutMs).then((ended) => {
      ends.push(E.isRight(ended) ? 'acknowledged' : ended.left.code);
    });
  };
  return { clock, device, waits, ends, wait };
};

const started = { timeoutMs: 100, result: () => ({ body: { shown: 1 }, plain: 'OK' }) };
const never = new Promise<CommandResult>(() => undefined);
const unheard = (): void => undefined;

describe('an acknowledgement', () => {
  it('counts when it comes before the time is up, and is late after that', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        async (comesAtMs, timeoutMs) => {
          fc.pre(comesAtMs !== timeoutMs);
          const { clock, device, ends, wait } = bench();
          clock.after(comesAtMs, () => {
            device.resolve(E.right(undefined));
          });
          wait(timeoutMs);
          await clock.advance(Math.min(comesAtMs, timeoutMs) - 1);
          expect(ends).toEqual([]);
          await clock.advance(1);
          const inTime = [comesAtMs < timeoutMs ? 'acknowledged' : 'ack_timeout'];
          expect(ends).toEqual(inTime);
          await clock.advance(400);
          expect(ends).toEqual(inTime);
          expect(clock.waiting()).toBe(0);
        },
      ),
    );
  });

  it('tells what the device failed with', async () => {
    const { clock, device, ends, wait } = bench();
    wait(100);
    device.resolve(E.left(failure('device_error', 'no')));
    await settle(clock);
    expect(ends).toEqual(['device_error']);
  });

  it('that hasn’t come in time ends as what the device says of it by then', async () => {
    const { clock, waits } = bench();
    const silent = waits.within(never, 100, () => undefined);
    await clock.advance(100);
    expect(await silent).toEqual(E.left(failure('ack_timeout', 'no acknowledgement within 100 ms')));
    const shown = failure('device_error', 'something else is on air');
    const answering = waits.within(never, 100, () => shown);
    await clock.advance(100);
    expect(await answering).toEqual(E.left(shown));
  });

  it('is given up for all who wait when the service has to stop, and no timer is left', async () => {
    const { clock, waits, ends, wait } = bench();
    wait(100);
    wait(30_000);
    waits.abandon();
    await settle(clock);
    expect(ends).toEqual(['ack_timeout', 'ack_timeout']);
    expect(clock.waiting()).toBe(0);
  });
});

describe('an action', () => {
  /** What was heard of an action's end. */
  const words = () => {
    const heard: string[] = [];
    const hear = (ended: CommandResult): void => {
      heard.push(E.isRight(ended) ? 'acknowledged' : ended.left.code);
    };
    return { heard, hear };
  };

  it('that nobody waits for is accepted at once, and its end is told all the same', async () => {
    const { clock, waits, device } = bench();
    const { heard, hear } = words();
    const answered = waits.await({ ...started, acknowledged: device.promise, wait: false }, hear);
    await expect(answered).resolves.toEqual(E.right(acceptedOnly));
    expect(heard).toEqual([]);
    await clock.advance(100);
    expect(heard).toEqual(['ack_timeout']);
    expect(clock.waiting()).toBe(0);
    device.resolve(E.right(undefined));
    await settle(clock);
    expect(heard).toEqual(['ack_timeout', 'acknowledged']);
  });

  it('is told of before its caller is answered', async () => {
    const { waits, device } = bench();
    const { heard, hear } = words();
    const answered = waits.await({ ...started, acknowledged: device.promise, wait: true }, hear);
    device.resolve(E.right(undefined));
    const heardBy = await answered.then(() => [...heard]);
    expect(heardBy).toContain('acknowledged');
  });

  it('tells its result as it is once acknowledged, not as it was', async () => {
    const { waits, device } = bench();
    let shown = 'before';
    const result = () => ({ body: { shown }, plain: 'OK' });
    const answered = waits.await({ ...started, result, acknowledged: device.promise, wait: true }, unheard);
    shown = 'after';
    device.resolve(E.right(undefined));
    await expect(answered).resolves.toEqual(E.right({ body: { shown: 'after' }, plain: 'OK' }));
  });

  it('names the time that was waited', async () => {
    const { clock, waits } = bench();
    const answered = waits.await({ ...started, acknowledged: never, wait: true }, unheard);
    await clock.advance(100);
    await expect(answered).resolves.toEqual(E.left(failure('ack_timeout', 'no acknowledgement within 100 ms')));
  });
});
