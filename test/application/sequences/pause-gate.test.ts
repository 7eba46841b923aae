// Tests of the gate before each step: it lets callers pass, makes them wait, or turns them away.
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseGate, type PauseGate } from '../../../application/sequences/pause-gate.js';

type Result = 'waits' | boolean;

const arrive = (gate: PauseGate, results: Result[]): void => {
  const index = results.push('waits') - 1;
  void gate.waitUntilOpen().then((isOpen) => (results[index] = isOpen));
};

const burst = fc.array(fc.constantFrom('pause', 'resume', 'arrive'), { maxLength: 6 });

/** Returns the expected results after a burst of moves. */
const expected = (before: readonly Result[], isPaused: boolean): readonly Result[] =>
  before.map((result) => (result === 'waits' && !isPaused ? true : result));

describe('a gate', () => {
  it('lets callers pass only while it is open, however often it was paused and resumed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 6 }), async (bursts) => {
        const gate = pauseGate();
        const results: Result[] = [];
        let model: readonly Result[] = [];
        let isPaused = false;
        for (const moves of bursts) {
          for (const move of moves) {
            if (move === 'arrive') arrive(gate, results);
            else gate[move]();
            if (move !== 'arrive') isPaused = move === 'pause';
            // A caller that arrives while the gate is open passes at once.
            else model = [...model, isPaused ? 'waits' : true];
          }
          await nextTick();
          model = expected(model, isPaused);
          expect(results).toEqual(model);
        }
      }),
    );
  });

  it('turns all callers away when it is closed, also those that wait', async () => {
    const gate = pauseGate();
    const results: Result[] = [];
    gate.pause();
    arrive(gate, results);
    gate.close();
    gate.resume();
    arrive(gate, results);
    await nextTick();
    expect(results).toEqual([false, false]);
    await expect(gate.whenClosed).resolves.toBeUndefined();
  });
});
