// The simulation itself: it repeats exactly, and finds what is wrong.
import { describe, expect, it } from 'vitest';
import { memoryLog } from '../console/readable-log.js';
import { readCommandLine } from './command-line.js';
import type { Evidence } from './evidence.js';
import { generateSteps } from './generate/generate.js';
import { invariants } from './invariants/invariants.js';
import { simulate } from './simulate.js';

const seed = 3;
const steps = generateSteps(seed, 0.05);

const brokenBy = (evidence: Evidence): readonly string[] =>
  invariants.flatMap(({ name, check }) => (check(evidence).length > 0 ? [name] : []));

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

describe('invariants', { timeout: 60_000 }, () => {
  it('are broken by evidence that was falsified', async () => {
    const { evidence } = await simulate({ seed, steps });
    const answered = (target: string, how: object): Evidence => ({
      ...evidence,
      calls: evidence.calls.map((call) =>
        call.plan.target === target && call.end?.how === 'answered' && call.end.status === 200
          ? { ...call, end: { ...call.end, ...how } }
          : call,
      ),
    });
    expect(brokenBy(evidence)).toEqual([]);
    expect(brokenBy({ ...evidence, commands: [] })).toContain('no false success');
    expect(brokenBy(answered('read holder', { body: 'nobody' }))).toContain('histories are linearizable');
    expect(brokenBy(answered('list signals', { status: 401 }))).toContain(
      'only who may get in does, and everyone who may',
    );
    expect(brokenBy(answered('signal on', { status: 503 }))).toContain(
      'no status makes a panel repeat what may have been sent',
    );
    expect(brokenBy({ ...evidence, final: undefined })).toContain('everything works again');
  });
});

describe('the command line', () => {
  it('reads seeds and hours', () => {
    expect(readCommandLine(['--seed', '7', '--seeds', '50', '--hours', '1.5'])).toMatchObject({
      ...{ seed: 7, seeds: 50, hours: 1.5, shrink: true },
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
