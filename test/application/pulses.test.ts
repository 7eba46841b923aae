// Tests of toggles and pulses against a model: a toggle follows the last command, and a later command cancels a pulse.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { safeDrivers } from '../../application/commands/drivers.js';
import { withPulses } from '../../application/commands/pulses.js';
import { memoryLog } from '../console/readable-log.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio } from '../../simulator/studio.js';

interface Command {
  /** Milliseconds since the previous command. */
  readonly afterMs: number;
  /** The length of a pulse in milliseconds; else on, off or toggle. */
  readonly what: number | boolean | 'toggle';
}

const anyCommand: fc.Arbitrary<Command> = fc.record({
  afterMs: fc.integer({ min: 0, max: 400 }),
  what: fc.oneof(fc.boolean(), fc.constant('toggle' as const), fc.integer({ min: 50, max: 600 })),
});

type SentValue = readonly [atMs: number, on: boolean];

interface Model {
  readonly nowMs: number;
  readonly endsAtMs: number | null;
  readonly sent: readonly SentValue[];
}

const ended = ({ nowMs, endsAtMs, sent }: Model): Model =>
  endsAtMs !== null && endsAtMs <= nowMs
    ? { nowMs, endsAtMs: null, sent: [...sent, [endsAtMs, false]] }
    : { nowMs, endsAtMs, sent };

const next = (before: Model, { afterMs, what }: Command): Model => {
  const { nowMs, sent } = ended({ ...before, nowMs: before.nowMs + afterMs });
  const isPulse = typeof what === 'number';
  const on = what === 'toggle' ? sent.at(-1)?.[1] !== true : isPulse || what;
  return { nowMs, endsAtMs: isPulse ? nowMs + what : null, sent: [...sent, [nowMs, on]] };
};

const expected = (commands: readonly Command[]): readonly SentValue[] => {
  const model = commands.reduce<Model>(next, { nowMs: 0, endsAtMs: null, sent: [] });
  return ended({ ...model, nowMs: model.nowMs + 600 }).sent;
};

const demoLines = () => {
  const clock = manualClock(0);
  const studio = simulatedStudio(demoStudio, clock);
  return { clock, studio, lines: withPulses(studio.signalLines, clock) };
};

/** Lines whose exceptions are failures of their commands. */
const safeDemoLines = () => {
  const { clock, studio } = demoLines();
  const { signalLines } = safeDrivers(studio, unconnectedDrivers(studio), memoryLog());
  return { clock, studio, lines: withPulses(signalLines, clock) };
};

const actual = async (commands: readonly Command[]) => {
  const { clock, studio, lines } = demoLines();
  for (const { afterMs, what } of commands) {
    await clock.advance(afterMs);
    if (typeof what === 'number') lines.pulse('sig-1', what);
    else if (what === 'toggle') lines.toggle('sig-1');
    else lines.switch('sig-1', what);
  }
  await clock.advance(700);
  const sent = studio.commands().map(({ time, command }) => [Date.parse(time), (command as { on: boolean }).on]);
  return { sent, on: lines.value('sig-1'), waiting: clock.waiting() };
};

describe('pulses and toggles', () => {
  it('send the expected commands at the expected times', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 8 }), async (commands) => {
        const { sent, on, waiting } = await actual(commands);
        expect(sent).toEqual(expected(commands));
        expect(on).toBe(expected(commands).at(-1)?.[1]);
        expect(waiting).toBe(0);
      }),
    );
  });

  it.each(['refused', 'offline'] as const)(
    'follow the value of the line after a command has failed: %s',
    async (type) => {
      const { clock, studio, lines } = demoLines();
      lines.toggle('sig-1');
      studio.setFault('sig-1', { type });
      await clock.advance(100);
      studio.setFault('sig-1', null);
      await clock.advance(100);
      lines.toggle('sig-1');
      await clock.advance(100);
      expect(lines.value('sig-1')).toBe(true);
    },
  );

  it('follow the value of the line after a command is lost', async () => {
    const { clock, studio, lines } = demoLines();
    studio.setFault('sig-1', { type: 'lost' });
    lines.toggle('sig-1');
    await clock.advance(2_000);
    studio.setFault('sig-1', null);
    lines.toggle('sig-1');
    await clock.advance(100);
    expect(lines.value('sig-1')).toBe(true);
  });

  it('send nothing for a toggle while the value is unknown (SIGNAL-12)', () => {
    const { clock, studio } = demoLines();
    const failureOfToggle = (connected: boolean) => {
      const lines = withPulses({ ...studio.signalLines, value: () => null, connected: () => connected }, clock);
      return lines.toggle('sig-1');
    };
    expect(failureOfToggle(true)).toMatchObject({ _tag: 'Left', left: { code: 'conflict' } });
    expect(failureOfToggle(false)).toMatchObject({ _tag: 'Left', left: { code: 'device_unavailable' } });
    expect(studio.commands()).toEqual([]);
  });

  it('toggle the value of the newest command while the line has reported nothing', () => {
    const { clock, studio } = demoLines();
    const lines = withPulses({ ...studio.signalLines, value: () => null }, clock);
    lines.switch('sig-1', true);
    lines.toggle('sig-1');
    expect(studio.commands().map(({ command }) => (command as { on: boolean }).on)).toEqual([true, false]);
  });

  it('of one signal do not affect other signals', async () => {
    const { clock, lines } = demoLines();
    lines.pulse('sig-1', 200);
    lines.pulse('sig-2', 1_000);
    lines.switch('sig-3', true);
    await clock.advance(500);
    expect(['sig-1', 'sig-2', 'sig-3'].map(lines.value)).toEqual([false, true, true]);
  });

  it.each([50, 5_000])('try the end of a pulse of %d ms again each second until it is sent', async (ms) => {
    const { clock, studio, lines } = demoLines();
    lines.pulse('sig-1', ms);
    await clock.advance(ms - 10);
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(1_500);
    studio.setFault('sig-1', null);
    await clock.advance(509);
    expect(studio.commands()).toHaveLength(1);
    await clock.advance(1);
    expect(studio.commands()).toMatchObject([{ command: { on: true } }, { command: { on: false } }]);
  });

  it('try the end of a pulse no more once another command is sent', async () => {
    const { clock, studio, lines } = demoLines();
    lines.pulse('sig-1', 200);
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(300);
    studio.setFault('sig-1', null);
    lines.switch('sig-1', true);
    await clock.advance(2_000);
    expect([lines.value('sig-1'), studio.commands().length, clock.waiting()]).toEqual([true, 2, 0]);
  });

  it('do not end a pulse that could not be sent', async () => {
    const { clock, studio, lines } = demoLines();
    studio.setFault('sig-1', { type: 'offline' });
    lines.pulse('sig-1', 200);
    studio.setFault('sig-1', null);
    await clock.advance(500);
    expect(studio.commands()).toEqual([]);
  });

  it('end a pulse even if a later command could not be sent', async () => {
    const { clock, studio, lines } = demoLines();
    lines.pulse('sig-1', 200);
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'offline' });
    lines.switch('sig-1', true);
    studio.setFault('sig-1', null);
    await clock.advance(200);
    expect(lines.value('sig-1')).toBe(false);
  });

  it.each([
    ['throws', 'broken'],
    ['refuses the command', 'refused'],
  ] as const)('try the end of a pulse again after a line that %s', async (_what, type) => {
    const { clock, studio, lines } = safeDemoLines();
    lines.pulse('sig-1', 200);
    await clock.advance(100);
    studio.setFault('sig-1', { type });
    await clock.advance(200);
    studio.setFault('sig-1', null);
    await clock.advance(2_000);
    expect([lines.value('sig-1'), clock.waiting()]).toEqual([false, 0]);
  });

  it.each(['broken', 'refused'] as const)('end a pulse even if later commands failed (%s)', async (type) => {
    const { clock, studio, lines } = safeDemoLines();
    lines.pulse('sig-1', 2_000);
    await clock.advance(100);
    studio.setFault('sig-1', { type });
    lines.switch('sig-1', false);
    lines.switch('sig-1', false);
    await clock.advance(100);
    studio.setFault('sig-1', null);
    await clock.advance(2_000);
    expect([lines.value('sig-1'), clock.waiting()]).toEqual([false, 0]);
  });

  it('try the end of a pulse no more after the service has stopped', async () => {
    const { clock, studio, lines } = safeDemoLines();
    lines.pulse('sig-1', 200);
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'broken' });
    lines.endPulses();
    await clock.advance(0);
    expect(clock.waiting()).toBe(0);
  });
});
