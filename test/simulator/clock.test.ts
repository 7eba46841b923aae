// The manual clock.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../simulator/clock.js';

describe('a manual clock', () => {
  it('runs no cancelled timer', async () => {
    const clock = manualClock(0);
    const ran: string[] = [];
    const cancel = clock.after(10, () => ran.push('first'));
    clock.after(5, cancel);
    await clock.advance(20);
    expect(ran).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('runs a timer without delay at the next advance', async () => {
    const clock = manualClock(0);
    const ran: number[] = [];
    clock.after(0, () => ran.push(clock.now()));
    expect(ran).toEqual([]);
    await clock.advance(0);
    expect(ran).toEqual([0]);
  });

  it('runs timers that continuations register meanwhile', async () => {
    const clock = manualClock(0);
    const sleep = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
    const times: number[] = [];
    const walk = async () => {
      for (let step = 0; step < 3; step += 1) {
        await sleep(10);
        await new Promise((resolve) => setImmediate(resolve));
        times.push(clock.now());
      }
    };
    void walk();
    clock.after(15, () => times.push(clock.now()));
    await clock.advance(25);
    expect(times).toEqual([10, 15, 20]);
    await clock.advance(5);
    expect(times).toEqual([10, 15, 20, 30]);
  });

  it('runs concurrent advances one after the other', async () => {
    const clock = manualClock(0);
    const ran: number[] = [];
    clock.after(15, () => ran.push(clock.now()));
    await Promise.all([clock.advance(10), clock.advance(10)]);
    expect(ran).toEqual([15]);
    expect(clock.now()).toBe(20);
  });

  it('rejects with the error of a timer, and works on afterwards', async () => {
    const clock = manualClock(0);
    const ran: number[] = [];
    clock.after(5, () => {
      throw new Error('timer failed');
    });
    clock.after(10, () => ran.push(clock.now()));
    await expect(clock.advance(20)).rejects.toThrow('timer failed');
    expect(clock.now()).toBe(5);
    await clock.advance(15);
    expect(ran).toEqual([10]);
  });

  it('runs timers in the order of their time, then of registration', async () => {
    const delays = fc.array(fc.nat(20), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(delays, fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 }), async (delaysMs, spans) => {
        const clock = manualClock(0);
        const ran: number[] = [];
        delaysMs.forEach((delayMs, index) => clock.after(delayMs, () => ran.push(index)));
        for (const ms of [...spans, 20]) await clock.advance(ms);
        const expected = delaysMs.map((_, index) => index).sort((a, b) => (delaysMs[a] ?? 0) - (delaysMs[b] ?? 0));
        expect(ran).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});
