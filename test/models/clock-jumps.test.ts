// Automations while the clock is set, the machine is suspended and the service restarts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { triggerBench, type TriggerBench } from '../application/trigger-bench.js';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const startMs = Date.UTC(2021, 2, 1, 12);

/** A change of the clock that is noticed at all. */
const setting = (maxMs: number) => fc.integer({ min: -maxMs, max: maxMs }).filter((ms) => Math.abs(ms) > 1_000);

/** How late a trigger time may fire, and how long a change of the clock may go unnoticed. */
const [latestMs, unnoticedMs] = [minuteMs, 30_000];

type Action =
  | { readonly kind: 'pass' | 'set' | 'suspend'; readonly ms: number }
  | { readonly kind: 'killed' | 'stopped'; readonly ms: number };

const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 6 * hourMs }) }),
    fc.record({ kind: fc.constant('set' as const), ms: setting(5 * hourMs) }),
    fc.record({ kind: fc.constant('set' as const), ms: setting(90_000) }),
    fc.record({ kind: fc.constantFrom('suspend', 'killed', 'stopped'), ms: fc.integer({ min: 1, max: 3 * hourMs }) }),
  ),
  { minLength: 1, maxLength: 12 },
);

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Performs an action, and returns the time that the clock went through, or skipped, meanwhile. */
const perform = async (bench: TriggerBench, { kind, ms }: Action): Promise<Span> => {
  const { clock } = bench;
  const fromMs = clock.now();
  if (kind === 'pass') await bench.pass(ms);
  else if (kind === 'set') clock.set(fromMs + ms);
  else if (kind === 'suspend') clock.suspend(ms);
  else bench.restart(kind, ms);
  return { fromMs, untilMs: clock.now() };
};

const hoursWithin = ({ fromMs, untilMs }: Span): readonly number[] => {
  const first = Math.floor(fromMs / hourMs) + 1;
  return Array.from(
    { length: Math.max(0, Math.floor(untilMs / hourMs) - first + 1) },
    (_, at) => (first + at) * hourMs,
  );
};

/** The trigger times that the log reports as missed. */
const isReported = (logged: readonly string[], time: number): boolean =>
  logged.some((line) => {
    const times = [...line.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([text]) => Date.parse(text));
    return Math.min(...times) <= time && time <= Math.max(...times);
  });

describe('an hourly automation', { timeout: 120_000 }, () => {
  it('runs at each hour that the clock goes through, once, whatever happens to clock and service', async () => {
    const property = fc.asyncProperty(actions, async (all) => {
      const bench = triggerBench('UTC', [{ minuteOfHour: 0 }], startMs);
      const [passed, skipped]: [Span[], Span[]] = [[], []];
      for (const action of all) {
        (action.kind === 'pass' ? passed : skipped).push(await perform(bench, action));
        passed.push(await perform(bench, { kind: 'pass', ms: unnoticedMs }));
      }

      const hours = bench.ran.flat().map((ms) => Math.floor(ms / hourMs) * hourMs);
      expect(hours).toHaveLength(new Set(hours).size);
      expect(bench.ran.flat().every((ms) => ms % hourMs <= latestMs)).toBe(true);
      const expected = passed.flatMap(hoursWithin);
      expect(expected.filter((hour) => !hours.includes(hour))).toEqual([]);
      const missed = skipped.flatMap(({ fromMs, untilMs }) =>
        hoursWithin({ fromMs, untilMs: untilMs - latestMs - unnoticedMs }),
      );
      const lost = missed.filter((hour) => !hours.includes(hour) && !isReported(bench.logged, hour));
      expect(lost).toEqual([]);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});

describe('a trigger time', () => {
  it.each(['killed', 'stopped'] as const)('that passes while the service is %s is missed', async (how) => {
    const bench = triggerBench('UTC', [{ minuteOfHour: 0 }], startMs);
    await bench.pass(hourMs + 5 * minuteMs);
    bench.restart(how, 2 * hourMs);
    await bench.pass(50 * minuteMs);
    expect(bench.ran).toEqual([[startMs + hourMs]]);
    expect(bench.logged).toEqual([expect.stringContaining('"auto-0" missed a run: 2 trigger times passed')]);
    await bench.pass(10 * minuteMs);
    expect(bench.ran).toEqual([[startMs + hourMs, startMs + 4 * hourMs]]);
  });

  it('that ran does not run again after a restart with a clock that is behind', async () => {
    const bench = triggerBench('UTC', [{ minuteOfHour: 0 }], startMs);
    await bench.pass(hourMs + 10_000);
    bench.clock.set(startMs + 50 * minuteMs);
    bench.restart('killed', 1_000);
    expect(bench.automations().state(bench.definitions[0] ?? expect.fail())).toMatchObject({
      state: 'running',
      nextRunAt: new Date(startMs + 2 * hourMs).toISOString(),
    });
    await bench.pass(2 * hourMs);
    expect(bench.ran).toEqual([[startMs + hourMs, startMs + 2 * hourMs]]);
  });

  it('that the clock skipped by mistake runs after the clock is set right', async () => {
    const bench = triggerBench('UTC', [{ minuteOfHour: 0 }], startMs);
    bench.clock.set(startMs + 5 * hourMs + minuteMs);
    await bench.pass(minuteMs);
    bench.clock.set(startMs + minuteMs);
    await bench.pass(hourMs);
    expect(bench.ran).toEqual([[startMs + hourMs]]);
  });
});
