// Generated inputs of each kind: none makes the product fail. `npm run fuzz` gives more of them, and HTTP requests.
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../random-source.js';
import { fuzzInputs } from './run.js';
import { inputTargets } from './targets.js';

const seed = 1;
const count = 100;

describe.each(Object.entries(inputTargets))('%s', (name, target) => {
  it(`reads ${String(count)} generated inputs`, async () => {
    const { inputs, violations } = await fuzzInputs(target, { name, seed, count, from: 0 });
    expect(violations).toEqual([]);
    expect(inputs).toBe(count);
  });

  it('generates the same input again from a seed and an index', () => {
    expect(target.generate(sourceOf(seed, 7))).toEqual(target.generate(sourceOf(seed, 7)));
    expect(target.generate(sourceOf(seed, 7))).not.toEqual(target.generate(sourceOf(seed + 1, 7)));
  });

  it('reports what a failing part was given', async () => {
    const failing = {
      ...target,
      open: () => ({ check: () => Promise.reject(new Error('planted')), close: () => undefined }),
    };
    const { violations } = await fuzzInputs(failing, { name: `planted-${name}`, seed, count: 1, from: 5 });
    expect(violations).toEqual([expect.stringContaining(`planted-${name}-1-5.bin): Error: planted`)]);
  });
});
