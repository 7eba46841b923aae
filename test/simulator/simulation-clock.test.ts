// The clock of a simulated studio that people steer.
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../simulator/clock.js';
import { simulationClock } from '../../simulator/simulation-clock.js';

const startMs = 50_000;

const bench = (paused = false) => {
  const real = manualClock(1_000);
  return { real, clock: simulationClock({ real, startMs, paused }) };
};

/** Lets real time pass millisecond by millisecond, as timers of the system do. */
const pass = async (real: ReturnType<typeof manualClock>, ms: number) => {
  for (let passed = 0; passed < ms; passed += 1) await real.advance(1);
  await real.advance(0);
};

describe('a running clock', () => {
  it('follows real time, and runs timers', async () => {
    const { real, clock } = bench();
    const ran: number[] = [];
    for (const delayMs of [30, 10, 20]) clock.after(delayMs, () => ran.push(clock.now() - startMs));
    await pass(real, 25);
    expect([clock.now() - startMs, ran]).toEqual([25, [10, 20]]);
  });

  it('follows the time that passes, whenever the machine’s clock is set', async () => {
    const time = manualClock(1_000);
    let setByMs = 0;
    const real = { ...time, now: () => time.now() + setByMs, steady: time.now };
    const clock = simulationClock({ real, startMs, paused: false });
    const ran: number[] = [];
    for (const delayMs of [10, 20, 30]) clock.after(delayMs, () => ran.push(clock.now() - startMs));
    await pass(time, 15);
    setByMs = -3_600_000;
    await pass(time, 10);
    expect([clock.now() - startMs, ran]).toEqual([25, [10, 20]]);
    setByMs = 3_600_000;
    await pass(time, 10);
    expect([clock.now() - startMs, ran]).toEqual([35, [10, 20, 30]]);
  });

  it('runs faster and slower', async () => {
    const { real, clock } = bench();
    await clock.setMode({ paused: false, speed: 10 });
    const ran: number[] = [];
    clock.after(1_000, () => ran.push(clock.now() - startMs));
    await pass(real, 100);
    expect([clock.now() - startMs, ran]).toEqual([1_000, [1_000]]);
    await clock.setMode({ paused: false, speed: 0.1 });
    await pass(real, 100);
    expect(clock.now() - startMs).toBe(1_010);
  });

  it('runs timers that timers register', async () => {
    const { real, clock } = bench();
    const ran: number[] = [];
    clock.after(10, () => clock.after(5, () => ran.push(clock.now() - startMs)));
    await pass(real, 20);
    clock.after(100, () => ran.push(0));
    clock.after(5, () => ran.push(clock.now() - startMs));
    await pass(real, 10);
    expect(ran).toEqual([15, 25]);
  });

  it('runs no cancelled timer', async () => {
    const { real, clock } = bench();
    const ran: number[] = [];
    clock.after(10, () => ran.push(1))();
    await pass(real, 20);
    expect(ran).toEqual([]);
  });
});

describe('a paused clock', () => {
  it('stands still, and advances in steps', async () => {
    const { real, clock } = bench(true);
    const ran: number[] = [];
    clock.after(10, () => ran.push(clock.now() - startMs));
    await pass(real, 100);
    expect([clock.now() - startMs, ran]).toEqual([0, []]);
    await clock.advance(15);
    expect([clock.now() - startMs, ran]).toEqual([15, [10]]);
  });

  it('goes on from the time at which it was paused', async () => {
    const { real, clock } = bench();
    const ran: number[] = [];
    clock.after(30, () => ran.push(clock.now() - startMs));
    await pass(real, 20);
    await clock.setMode({ paused: true, speed: 1 });
    await pass(real, 500);
    expect([clock.now() - startMs, ran]).toEqual([20, []]);
    await clock.setMode({ paused: false, speed: 1 });
    await pass(real, 10);
    expect([clock.now() - startMs, ran]).toEqual([30, [30]]);
  });
});
