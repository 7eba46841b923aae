// Shortening of failing lists.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shrink } from './shrink.js';

const containsAll = (needed: readonly number[]) => (steps: readonly number[]) =>
  Promise.resolve(needed.every((one) => steps.includes(one)));

it('leaves exactly what is needed to fail', async () => {
  const steps = Array.from({ length: 100 }, (_, at) => at);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 5 }), async (needed) => {
      expect(await shrink(steps, containsAll(needed))).toEqual(needed.toSorted((a, b) => a - b));
    }),
  );
});

it('leaves nothing if nothing is needed', async () => {
  expect(await shrink([1, 2, 3], () => Promise.resolve(true))).toEqual([]);
});

it('runs far fewer lists than there are subsets', async () => {
  let runs = 0;
  const steps = Array.from({ length: 256 }, (_, at) => at);
  await shrink(steps, (some) => {
    runs += 1;
    return containsAll([17, 200])(some);
  });
  expect(runs).toBeLessThan(60);
});
