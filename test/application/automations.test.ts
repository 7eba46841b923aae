// Tests of automations: triggers, pausing, stopping and failures.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { automations } from '../../application/sequences/automations.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import {
  transitionAutomation,
  type AutomationDefinition,
  type AutomationState,
} from '../../domain/studio/automation.js';
import {
  noMacros,
  savedAtOnce,
  waitStep,
  promptMs,
  stepBench,
  commandedDevices,
  switchStep,
  type StepBench,
} from './demo-bench.js';

const hourMs = 3_600_000;

const lights = (trigger: AutomationDefinition['trigger']): AutomationDefinition => ({
  id: 'auto-9',
  station: 'alpha',
  name: 'Lights',
  trigger,
  steps: [switchStep('sig-1', true), waitStep(500), switchStep('sig-1', false)],
});

const bench = (startMs?: number) => {
  const on = stepBench(startMs);
  return { ...on, automations: automations(on.ports, noMacros.runMacro, on.alarms) };
};

/** Returns when each device received a command. */
const timesOf = ({ studio }: StepBench) => studio.commands().map(({ device, time }) => [device, time]);

describe('an automation with a minute of the hour', () => {
  it('fires at that minute of every hour after its start', async () => {
    const starts = fc.integer({ min: 0, max: 3 * hourMs });
    await fc.assert(
      fc.asyncProperty(starts, fc.integer({ min: 0, max: 59 }), async (startMs, minuteOfHour) => {
        const on = bench(startMs);
        on.automations.transition(lights({ minuteOfHour }), 'start');
        await on.clock.advance(2 * hourMs);
        const fired = on.studio
          .commands()
          .flatMap(({ time, command }) => ('on' in command && command.on ? [time] : []));
        const times = fired.map((time) => Date.parse(time));
        expect(times.map((time) => time % hourMs)).toEqual([minuteOfHour * 60_000, minuteOfHour * 60_000]);
        expect(times[0]).toBeGreaterThan(startMs);
        expect(times[0]).toBeLessThanOrEqual(startMs + hourMs);
      }),
      { numRuns: 40 },
    );
  });
});

describe('an automation whose timer fires early, as after the clock was set', () => {
  it('fires once, at its time', async () => {
    const on = bench(0);
    const { clock } = on;
    const early = { ...clock, after: (ms: number, task: () => void) => clock.after(ms > 1_000 ? ms - 500 : ms, task) };
    const lines = automations({ ...on.ports, clock: early }, noMacros.runMacro, on.alarms);
    lines.transition({ ...lights({ minuteOfHour: 0 }), steps: [switchStep('sig-1', true)] }, 'start');
    await clock.advance(2 * hourMs + promptMs);
    const times = on.studio.commands().map(({ time }) => Date.parse(time));
    expect(times).toEqual([hourMs, 2 * hourMs]);
  });
});

describe('an automation that repeats', () => {
  it('fires at once, and again after each run and its interval', async () => {
    const on = bench(0);
    on.automations.transition(lights({ everyMs: 1_000 }), 'start');
    await on.clock.advance(promptMs);
    expect(commandedDevices(on)).toHaveLength(1);
    await on.clock.advance(500 + 1_000);
    expect(commandedDevices(on)).toHaveLength(2);
    await on.clock.advance(2 * promptMs);
    expect(commandedDevices(on)).toHaveLength(3);
  });

  it.each(['pause', 'stop'] as const)('fires no more after %s', async (transition) => {
    const lights1 = lights({ everyMs: 1_000 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4_000 }), async (atMs) => {
        const on = bench();
        on.automations.transition(lights1, 'start');
        await on.clock.advance(atMs);
        on.automations.transition(lights1, transition);
        const before = commandedDevices(on).length;
        await on.clock.advance(20_000);
        expect(commandedDevices(on)).toHaveLength(before);
      }),
      { numRuns: 40 },
    );
  });

  it('continues when it is resumed, whenever it was paused', async () => {
    const lights1 = lights({ everyMs: 1_000 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4_000 }), async (atMs) => {
        const on = bench();
        on.automations.transition(lights1, 'start');
        await on.clock.advance(atMs);
        on.automations.transition(lights1, 'pause');
        await on.clock.advance(20_000);
        on.automations.transition(lights1, 'resume');
        const before = commandedDevices(on).length;
        await on.clock.advance(4_000);
        expect(commandedDevices(on).length).toBeGreaterThan(before);
      }),
      { numRuns: 40 },
    );
  });

  it.each([100, 1_000])(
    'runs as if it had not been paused if it is resumed during its steps: every %i ms',
    async (everyMs) => {
      const repeated = lights({ everyMs });
      const [disturbed, undisturbed] = [bench(0), bench(0)];
      for (const on of [disturbed, undisturbed]) {
        on.automations.transition(repeated, 'start');
        await on.clock.advance(promptMs + 100);
      }
      disturbed.automations.transition(repeated, 'pause');
      disturbed.automations.transition(repeated, 'resume');
      expect(disturbed.automations.state(repeated)).toMatchObject({ state: 'running', nextRunAt: null });
      for (const { clock } of [disturbed, undisturbed]) await clock.advance(10_000);
      expect(timesOf(disturbed)).toEqual(timesOf(undisturbed));
      expect(disturbed.logged).toEqual([]);
    },
  );
});

describe('the state of an automation', () => {
  it('follows from its transitions', async () => {
    const transitions = fc.array(fc.constantFrom('start', 'pause', 'resume', 'stop'), { maxLength: 12 });
    const hourly = lights({ minuteOfHour: 0 });
    await fc.assert(
      fc.asyncProperty(transitions, async (sequence) => {
        const on = bench();
        let state: AutomationState = 'stopped';
        for (const transition of sequence) {
          const expected = transitionAutomation(hourly, state, transition);
          expect(E.isRight(on.automations.transition(hourly, transition))).toBe(E.isRight(expected));
          if (E.isRight(expected)) state = expected.right;
          await on.clock.advance(7);
          const nextRunAt = state === 'running' ? '2021-03-01T13:00:00.000Z' : null;
          expect(on.automations.state(hourly)).toEqual({
            id: 'auto-9',
            name: 'Lights',
            state,
            nextRunAt,
            lastRun: null,
          });
        }
        expect(on.clock.waiting()).toBe(state === 'running' ? 1 : 0);
      }),
    );
  });

  it.each([{ everyMs: 1_000 }, { minuteOfHour: 0 }])(
    'is failed after a failed step, and the reason is logged: %j',
    async (trigger) => {
      const on = bench();
      const lights1 = lights(trigger);
      on.setFault('sig-1', 'refused');
      on.automations.transition(lights1, 'start');
      await on.clock.advance(2 * hourMs);
      expect(commandedDevices(on)).toEqual(['sig-1']);
      expect(on.automations.state(lights1).state).toBe('failed');
      expect(on.logged).toEqual([expect.stringMatching(/"auto-9" failed at step 1 of 3: .*sig-1/)]);
      expect(on.clock.waiting()).toBe(0);
    },
  );

  it('is not affected by a run that was stopped while a device was silent', async () => {
    const on = bench();
    const lights1 = lights({ everyMs: 1_000 });
    on.setFault('sig-1', 'lost');
    on.automations.transition(lights1, 'start');
    await on.clock.advance(1_000);
    on.automations.transition(lights1, 'stop');
    // The pending command fails only now, when the connection breaks.
    on.setFault('sig-1', 'offline');
    on.setFault('sig-1', null);
    on.automations.transition(lights1, 'start');
    await on.clock.advance(3_000);
    expect(on.automations.state(lights1).state).toBe('running');
    expect(on.logged).toEqual([]);
  });

  it('stays paused when the current step ends, until the automation is resumed', async () => {
    const on = bench();
    const short = { ...lights({ everyMs: 1_000 }), steps: [switchStep('sig-1', true)] };
    on.automations.transition(short, 'start');
    await on.clock.advance(1);
    on.automations.transition(short, 'pause');
    await on.clock.advance(10_000);
    expect(commandedDevices(on)).toHaveLength(1);
    on.automations.transition(short, 'resume');
    await on.clock.advance(1_000 + promptMs);
    expect(commandedDevices(on)).toHaveLength(2);
  });
});

describe('an automation whose id is a name that every object has', () => {
  it.each(['constructor', '__proto__', 'toString'])('@AUTOMATION-10: starts with the service: %s', async (id) => {
    const on = stepBench(0);
    const automation: AutomationDefinition = { ...lights({ minuteOfHour: 0 }), id, autostart: true };
    const layout = { ...demoStudio, automations: [automation] };
    const studio = studioState(currentLayout(layout), initialRuntimeState(layout), savedAtOnce);
    const running = automations({ ...on.ports, studio }, noMacros.runMacro, on.alarms);
    running.startWithService();
    expect(running.state(automation)).toMatchObject({ state: 'running', nextRunAt: '1970-01-01T01:00:00.000Z' });
    await on.clock.advance(hourMs + promptMs);
    expect(commandedDevices(on)).toEqual(['sig-1']);
  });
});
