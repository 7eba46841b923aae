// The state and the events after it: no change is missing between them, and none comes twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../demo-bench.js';
import { Client, openBench, stateRecords, subscribe } from '../event-client.js';
import { step, take, type Step } from '../random-changes.js';

/** Runs the steps, and opens a client of each kind in between. Returns what the clients show and what is true. */
const followed = async (before: readonly Step[], between: readonly Step[], after: readonly Step[]) => {
  const opened = openBench();
  const [reader, follower] = [new Client(), new Client()];
  for (const one of before) await take(opened, one);
  const { lastEventId } = opened.all.state({ kind: 'loopback' });
  reader.load(stateRecords(opened));
  subscribe(opened, follower, true);
  for (const one of between) await take(opened, one);
  subscribe(opened, reader, false, lastEventId);
  for (const one of after) await take(opened, one);
  await settle(opened.clock);
  await opened.clock.advance(60_000);
  const truth = new Client();
  truth.load(stateRecords(opened));
  opened.all.end();
  return { reader, follower, truth };
};

const steps = fc.array(step, { maxLength: 8 });

describe('a client that follows the state', () => {
  it('@STATE-3 @EVENT-8: shows what is true, after any changes before, during and after it connects', async () => {
    let eventCount = 0;
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (...runs) => {
        const { reader, follower, truth } = await followed(...runs);
        expect(reader.shown()).toEqual(truth.shown());
        expect(follower.shown()).toEqual(truth.shown());
        expect(reader.ids).toEqual(follower.ids);
        expect(new Set(reader.ids).size).toBe(reader.ids.length);
        eventCount += reader.ids.length;
      }),
      { numRuns: 200 },
    );
    expect(eventCount).toBeGreaterThan(200);
  });
});
