// Toggles and pulses, held against a model: a toggle goes by what was sent last, and whatever is switched later goes
// before the end of a pulse.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPulses } from '../../application/commands/pulses.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio } from '../../simulator/studio.js';

interface Press {
  /** Milliseconds since the press before. */
  readonly afterMs: number;
  /** A pulse's length; otherwise on, off or to the other. */
  readonly what: number | boolean | 'toggle';
}

const press: fc.Arbitrary<Press> = fc.record({
  afterMs: fc.integer({ min: 0, max: 400 }),
  what: fc.oneof(fc.boolean(), fc.constant('toggle' as const), fc.integer({ min: 50, max: 600 })),
});

type Told = readonly [atMs: number, on: boolean];

interface Model {
  readonly nowMs: number;
  readonly endsAtMs: number | null;
  readonly told: readonly Told[];
}

const ended = ({ nowMs, endsAtMs, told }: Model): Model =>
  endsAtMs !== null && endsAtMs <= nowMs
    ? { nowMs, endsAtMs: null, told: [...told, [endsAtMs, false]] }
    : { nowMs, endsAtMs, told };

const pressed = (before: Model, { afterMs, what }: Press): Model => {
  const { nowMs, told } = ended({ ...before, nowMs: before.nowMs + afterMs });
  const isPulse = typeof what === 'number';
  const on = what === 'toggle' ? told.at(-1)?.[1] !== true : isPulse || what;
  return { nowMs, endsAtMs: isPulse ? nowMs + what : null, told: [...told, [nowMs, on]] };
};

const expected = (presses: readonly Press[]): readonly Told[] => {
  const model = presses.reduce<Model>(pressed, { nowMs: 0, endsAtMs: null, told: [] });
  return ended({ ...model, nowMs: model.nowMs + 600 }).told;
};

const demoLines = () => {
  const clock = manualClock(0);
  const studio = simulatedStudio(demoStudio, clock);
  return { clock, studio, lines: withPulses(studio.signalLines, clock) };
};

const really = async (presses: readonly Press[]) => {
  const { clock, studio, lines } = demoLines();
  for (const { afterMs, what } of presses) {
    await clock.advance(afterMs);
    if (typeof what === 'number') lines.pulse('sig-1', what);
    else if (what === 'toggle') lines.toggle('sig-1');
    else lines.switch('sig-1', what);
  }
  await clock.advance(700);
  const told = studio.commands().map(({ time, command }) => [Date.parse(time), (command as { on: boolean }).on]);
  return { told, on: lines.value('sig-1'), waiting: clock.waiting() };
};

describe('pulses', () => {
  it('and toggles do what they should, and end when they should, unless the signal is switched meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(press, { minLength: 1, maxLength: 8 }), async (presses) => {
        const { told, on, waiting } = await really(presses);
        expect(told).toEqual(expected(presses));
        expect(on).toBe(expected(presses).at(-1)?.[1]);
        expect(waiting).toBe(0);
      }),
    );
  });

  it.each(['refused', 'offline'] as const)('go by what the line tells once a command has failed: %s', async (type) => {
    const { clock, studio, lines } = demoLines();
    lines.toggle('sig-1');
    studio.setFault('sig-1', { type });
    await clock.advance(100);
    studio.setFault('sig-1', null);
    await clock.advance(100);
    lines.toggle('sig-1');
    await clock.advance(100);
    expect(lines.value('sig-1')).toBe(true);
  });

  it('go by what the line tells once a command is lost', async () => {
    const { clock, studio, lines } = demoLines();
    studio.setFault('sig-1', { type: 'lost' });
    lines.toggle('sig-1');
    await clock.advance(2_000);
    studio.setFault('sig-1', null);
    lines.toggle('sig-1');
    await clock.advance(100);
    expect(lines.value('sig-1')).toBe(true);
  });

  it('of one signal leave the others alone', async () => {
    const { clock, lines } = demoLines();
    lines.pulse('sig-1', 200);
    lines.pulse('sig-2', 1_000);
    lines.switch('sig-3', true);
    await clock.advance(500);
    expect(['sig-1', 'sig-2', 'sig-3'].map(lines.value)).toEqual([false, true, true]);
  });

  it('that never left have no end', async () => {
    const { clock, studio, lines } = demoLines();
    studio.setFault('sig-1', { type: 'offline' });
    lines.pulse('sig-1', 200);
    studio.setFault('sig-1', null);
    await clock.advance(500);
    expect(studio.commands()).toEqual([]);
  });

  it('end also where a later switch never left', async () => {
    const { clock, studio, lines } = demoLines();
    lines.pulse('sig-1', 200);
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'offline' });
    lines.switch('sig-1', true);
    studio.setFault('sig-1', null);
    await clock.advance(200);
    expect(lines.value('sig-1')).toBe(false);
  });
});
