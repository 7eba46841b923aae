// When the callers of one turn of the event loop go on: together, at its end, or once enough of them wait.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { endOfTick, largestBatch } from '../../../../adapters/http/server/end-of-tick.js';

/** Lets some callers wait. Returns the number of those that have gone on. */
const wait = (callers: number): (() => number) => {
  let ended = 0;
  for (let caller = 0; caller < callers; caller += 1)
    void endOfTick().then(() => {
      ended += 1;
    });
  return () => ended;
};

describe('the end of a turn', () => {
  it('is awaited by all callers of the turn', async () => {
    const ended = wait(largestBatch - 1);
    await Promise.resolve();
    expect(ended()).toBe(0);
    await turn();
    expect(ended()).toBe(largestBatch - 1);
  });

  it('is not awaited by full batches', async () => {
    const ended = wait(2 * largestBatch + 1);
    await Promise.resolve();
    expect(ended()).toBe(2 * largestBatch);
    await turn();
    expect(ended()).toBe(2 * largestBatch + 1);
  });
});
