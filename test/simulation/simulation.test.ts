// The simulation itself: it repeats exactly, and finds what is wrong.
import { describe, expect, it } from 'vitest';
import { memoryLog } from '../application/console/readable-log.js';
import { readCommandLine } from './command-line.js';
import { generateSteps } from './generate/generate.js';
import { simulate } from './simulate.js';

const seed = 3;
const steps = generateSteps(seed, 0.05);

describe('a simulation', { timeout: 60_000 }, () => {
  it('generates the same steps from the same seed, and others from another one', () => {
    expect(generateSteps(seed, 0.05)).toEqual(steps);
    expect(generateSteps(seed + 1, 0.05)).not.toEqual(steps);
    expect(JSON.parse(JSON.stringify(steps))).toEqual(steps);
  });

  it('has the same trace whenever the same steps run on the same seed', async () => {
    const [first, second, other] = [
      await simulate({ seed, steps }),
      await simulate({ seed, steps }),
      await simulate({ seed: seed + 1, steps }),
    ];
    expect(first.violations).toEqual([]);
    expect(second.hash).toBe(first.hash);
    expect(other.hash).not.toBe(first.hash);
  });

  it('keeps the service connected to the console while nothing happens', async () => {
    const log = memoryLog();
    await simulate({ seed, steps: [] }, log);
    expect(log.lines.filter((line) => line.includes('not connected to the console'))).toEqual([]);
  });

  it('restores the timers of the machine', async () => {
    const before = [setTimeout, setInterval, Date.now, Math.random];
    await simulate({ seed, steps: [] });
    expect([setTimeout, setInterval, Date.now, Math.random]).toEqual(before);
  });
});

describe('the command line', () => {
  it('reads seeds and hours', () => {
    expect(readCommandLine(['--seed', '7', '--seeds', '50', '--hours', '1.5'])).toMatchObject({
      seed: 7,
      seeds: 50,
      hours: 1.5,
      shrink: true,
    });
  });

  it.each([
    ['--seed', '-1'],
    ['--seeds', '0'],
    ['--hours', 'many'],
  ])('rejects %s %s with what was expected', (option, text) => {
    expect(() => readCommandLine([`${option}=${text}`])).toThrow(`${option}: expected`);
  });
});
