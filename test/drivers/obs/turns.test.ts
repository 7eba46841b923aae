// Tasks that wait for each other, and waits for the start of an input: neither keeps the next one waiting for long.
import { describe, expect, it } from 'vitest';
import { StartSignals } from '../../../adapters/drivers/obs/start-signals.js';
import { Turns } from '../../../adapters/drivers/obs/turns.js';
import { manualClock } from '../../../simulator/clock.js';

describe('the turns of tasks', () => {
  it('a task that never ends keeps the next one waiting for 500 ms', async () => {
    const clock = manualClock();
    const turns = new Turns(clock);
    const begun: string[] = [];
    const never = new Promise<never>(() => undefined);
    for (const name of ['first', 'second'])
      turns.add(() => {
        begun.push(name);
        return never;
      });
    await clock.advance(499);
    expect(begun).toEqual(['first']);
    await clock.advance(1);
    expect(begun).toEqual(['first', 'second']);
  });

  it('a task begins at once after one that ends, and leaves no timer', async () => {
    const clock = manualClock();
    const turns = new Turns(clock);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    turns.add(() => promise);
    turns.add(() => Promise.resolve(begun.push('second')));
    await clock.advance(100);
    expect(begun).toEqual([]);
    resolve(undefined);
    await clock.advance(0);
    expect([begun, clock.waiting()]).toEqual([['second'], 0]);
  });
});

it('the limit of a wait that has ended does not end the next wait for the same input', async () => {
  const clock = manualClock();
  const signals = new StartSignals(clock);
  const ended: number[] = [];
  const wait = (number: number): void => void signals.wait('A').then(() => ended.push(number));
  wait(1);
  await clock.advance(300);
  signals.note('A');
  wait(2);
  await clock.advance(300);
  expect(ended).toEqual([1]);
  signals.note('A');
  await clock.advance(0);
  expect([ended, clock.waiting()]).toEqual([[1, 2], 0]);
});
