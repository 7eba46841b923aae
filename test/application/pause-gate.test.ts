// The gate before each step: who passes, who waits, and who is sent away.
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseGate, type PauseGate } from '../../application/sequences/pause-gate.js';

type Passed = 'waits' | boolean;

const walkUp = (gate: PauseGate, passed: Passed[]): void => {
  const place = passed.push('waits') - 1;
  void gate.pass().then((through) => (passed[place] = through));
};

const burst = fc.array(fc.constantFrom('hold', 'open', 'walk up'), { maxLength: 6 });

/** What a gate should make of everybody who walked up, once a burst of moves is over. */
const expected = (before: readonly Passed[], walkedUp: number, isHeld: boolean): readonly Passed[] =>
  [...before, ...Array<Passed>(walkedUp).fill('waits')].map((one) => (one === 'waits' && !isHeld ? true : one));

describe('a gate', () => {
  it('lets pass while it is open, and only then, however often it was held and opened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 6 }), async (bursts) => {
        const gate = pauseGate();
        const passed: Passed[] = [];
        let model: readonly Passed[] = [];
        let isHeld = false;
        for (const moves of bursts) {
          for (const move of moves) {
            if (move === 'walk up') walkUp(gate, passed);
            else gate[move]();
            if (move !== 'walk up') isHeld = move === 'hold';
            // Whoever comes while it is open is through at once.
            if (!isHeld && move === 'walk up') model = [...model, true];
            else if (move === 'walk up') model = [...model, 'waits'];
          }
          await turn();
          model = expected(model, 0, isHeld);
          expect(passed).toEqual(model);
        }
      }),
    );
  });

  it('sends everybody away once it is shut, also those who wait', async () => {
    const gate = pauseGate();
    const passed: Passed[] = [];
    gate.hold();
    walkUp(gate, passed);
    gate.shut();
    gate.open();
    walkUp(gate, passed);
    await turn();
    expect(passed).toEqual([false, false]);
    await expect(gate.whenShut).resolves.toBeUndefined();
  });
});
