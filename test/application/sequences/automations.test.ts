// Tests of automations: triggers, pausing, stopping and failures.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { automations } from '../../../application/sequences/automations.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import {
  type AutomationDefinition,
  type AutomationState,
  transitionAutomation,
} from '../../../domain/studio/automation.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import type { Trigger } from '../../../domain/studio/trigger.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import {
  type StepBench,
  commandedDevices,
  withoutMacros,
  promptMs,
  savedAtOnce,
  stepBench,
  switchStep,
  waitStep,
} from '../demo-bench.js';

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
  return { ...on, automations: automations(on.ports, withoutMacros, on.alarms) };
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
    const early = {
      ...clock,
      after: (ms: number, task: () => void) => clock.after(ms > 1_000 ? ms - 500 : ms, task),
    };
    const lines = automations({ ...on.ports, clock: early }, withoutMacros, on.alarms);
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
      expect(on.logged).toEqual([expect.stringMatching(/"Lights" failed at step 1 of 3: .*sig-1/)]);
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
    const running = automations({ ...on.ports, studio }, withoutMacros, on.alarms);
    running.startWithService();
    expect(running.state(automation)).toMatchObject({ state: 'running', nextRunAt: '1970-01-01T01:00:00.000Z' });
    await on.clock.advance(hourMs + promptMs);
    expect(commandedDevices(on)).toEqual(['sig-1']);
  });
});

describe('automations after a reload or a restart', () => {
  const automation = (id: string, changes: Partial<AutomationDefinition> = {}): AutomationDefinition => ({
    id,
    station: 'alpha',
    name: id,
    trigger: { minuteOfHour: 0 },
    steps: [switchStep('sig-1', true)],
    autostart: true,
    ...changes,
  });

  const bench = (...initial: readonly AutomationDefinition[]) => {
    const on = stepBench(0);
    const layoutWith = (all: readonly AutomationDefinition[], timezone = 'UTC'): StudioLayout => ({
      ...demoStudio,
      timezone,
      automations: all,
    });
    const layout = currentLayout(layoutWith(initial));
    const studio = studioState(layout, initialRuntimeState(layoutWith(initial)), savedAtOnce);
    const all = automations({ ...on.ports, studio }, withoutMacros, on.alarms);
    const reload = (definitions: readonly AutomationDefinition[], timezone?: string): void => {
      layout.replace(layoutWith(definitions, timezone));
    };
    return {
      ...on,
      all,
      followed: studio,
      reload,
      states: () => studio.layout.automations.map((one) => all.state(one).state),
    };
  };

  describe('@AUTOMATION-10: an automation that a new studio file adds', () => {
    it('waits for the start of the service', () => {
      const { all, reload, states } = bench(automation('a'));
      reload([automation('a'), automation('b')]);
      expect(states()).toEqual(['stopped', 'stopped']);
      all.startWithService();
      expect(states()).toEqual(['running', 'running']);
    });

    it('starts then at once, and starts no other one that a caller has stopped', () => {
      const { all, reload, states } = bench(automation('a'));
      all.startWithService();
      all.transition(automation('a'), 'stop');
      reload([automation('a'), automation('b'), automation('c', { autostart: false })]);
      expect(states()).toEqual(['stopped', 'running', 'stopped']);
    });
  });

  it('@AUTOMATION-10: a service that stops leaves a running automation remembered as running', () => {
    const { all, followed } = bench(automation('a'), automation('b'));
    all.startWithService();
    all.transition(automation('b'), 'pause');
    all.stopAll();
    const { automations: remembered } = followed.runtime();
    expect([remembered['a']?.state, remembered['b']?.state]).toEqual(['running', 'paused']);
  });

  it('@AUTOMATION-21: one that has paused itself is remembered as running, one that a caller pauses then as paused', async () => {
    const on = stepBench();
    const mic: AutomationDefinition = {
      ...lights({ signal: { signal: 'sig-2', on: true } }),
      autostart: true,
      whileRunning: 'restart',
    };
    const all = automations(on.ports, withoutMacros, on.alarms);
    all.transition(mic, 'start');
    for (let turn = 0; turn < 44; turn += 1) {
      void on.ports.signalLines.send({ do: 'switch', signal: 'sig-2', on: turn % 2 === 0 });
      await on.clock.advance(100);
    }
    const remembered = () => on.ports.studio.runtime().automations[mic.id]?.state;
    expect([all.state(mic).state, remembered()]).toEqual(['paused', 'running']);
    all.transition(mic, 'resume');
    all.transition(mic, 'pause');
    expect([remembered(), on.alarms.open()]).toEqual(['paused', []]);
  });

  it('@RELOAD-4: another time zone changes the next run', () => {
    const { all, reload } = bench(automation('a'));
    all.startWithService();
    expect(all.state(automation('a')).nextRunAt).toBe('1970-01-01T01:00:00.000Z');
    reload([automation('a')], 'Asia/Kathmandu');
    expect(all.state(automation('a')).nextRunAt).toBe('1970-01-01T00:30:00.000Z');
  });

  describe('@RELOAD-4: an automation that runs at other times', () => {
    const minute = 60_000;
    const atMinute = (minuteOfHour: number): Trigger => ({ minuteOfHour });
    const every = (minutes: number): Trigger => ({ everyMs: minutes * minute });

    /** Reads another trigger after a minute. Returns the minutes of the first hour in which the automation runs. */
    const minutesOf = async (before: Trigger, now: Trigger, timezone?: string): Promise<readonly number[]> => {
      const on = bench(automation('a', { trigger: before }));
      on.all.startWithService();
      await on.clock.advance(minute);
      on.reload([automation('a', { trigger: now })], timezone);
      await on.clock.advance(59 * minute - 1);
      return on.studio.commands().map(({ time }) => new Date(time).getUTCMinutes());
    };

    it.each([
      ['a time of the calendar by another', atMinute(10), atMinute(20), [20]],
      ['a time of the calendar by a pause', atMinute(10), every(25), [26, 51]],
      ['a pause by a time of the calendar', every(10), atMinute(25), [0, 25]],
      ['a pause by a longer one', every(10), every(25), [0, 26, 51]],
    ])('forgets those of the earlier file: %s', async (_, before, now, minutes) => {
      expect(await minutesOf(before, now)).toEqual(minutes);
    });

    it('forgets those of the earlier time zone', async () => {
      expect(await minutesOf(atMinute(10), atMinute(10), 'Asia/Kathmandu')).toEqual([40]);
    });

    it.each(['pause', 'stop'] as const)('does not run after a %s', async (transition) => {
      const on = bench(automation('a', { trigger: atMinute(10) }));
      on.all.startWithService();
      on.all.transition(automation('a'), transition);
      on.reload([automation('a', { trigger: atMinute(20) })]);
      await on.clock.advance(60 * minute);
      expect(commandedDevices(on)).toEqual([]);
    });
  });

  it('@RELOAD-4: an automation that is removed between two runs does not run again', async () => {
    const on = bench(automation('a'), automation('b', { trigger: { everyMs: 60_000 } }));
    on.all.startWithService();
    await on.clock.advance(promptMs);
    on.reload([]);
    await on.clock.advance(7_200_000);
    expect(commandedDevices(on)).toEqual(['sig-1']);
    expect(on.clock.waiting()).toBe(0);
  });

  it('@RELOAD-4: an automation whose running steps are replaced runs again after its pause', async () => {
    const old = automation('a', { trigger: { everyMs: 5_000 }, steps: [switchStep('sig-1', true), waitStep(60_000)] });
    const on = bench(old);
    on.all.startWithService();
    await on.clock.advance(promptMs);
    on.reload([{ ...old, steps: [switchStep('sig-2', true), waitStep(60_000)] }]);
    await on.clock.advance(4_999);
    expect(commandedDevices(on)).toEqual(['sig-1']);
    await on.clock.advance(1 + promptMs);
    expect(commandedDevices(on)).toEqual(['sig-1', 'sig-2']);
  });

  it('@RELOAD-4: an automation that gets another pause during its steps waits for their end', async () => {
    const old = automation('a', { trigger: { everyMs: 5_000 }, steps: [switchStep('sig-1', true), waitStep(60_000)] });
    const on = bench(old);
    on.all.startWithService();
    await on.clock.advance(promptMs);
    const changed = { ...old, trigger: { everyMs: 1_000 } };
    on.reload([changed]);
    expect(on.all.state(changed)).toMatchObject({ state: 'running', nextRunAt: null });
    await on.clock.advance(60_000);
    expect(commandedDevices(on)).toEqual(['sig-1']);
    await on.clock.advance(1_000);
    expect(commandedDevices(on)).toEqual(['sig-1', 'sig-1']);
    expect(on.logged).toEqual([]);
  });

  it('@AUTOMATION-9: an automation with a pause between its runs begins with a run after a restart', async () => {
    const one = automation('a', { trigger: { everyMs: 3_600_000 } });
    const before = bench(one);
    before.all.startWithService();
    await before.clock.advance(60_000);
    before.all.stopAll();
    expect(commandedDevices(before)).toHaveLength(1);
    const after = stepBench(120_000);
    const layout = currentLayout({ ...demoStudio, automations: [one] });
    const studio = studioState(layout, before.followed.runtime(), savedAtOnce);
    automations({ ...after.ports, studio }, withoutMacros, after.alarms).startWithService();
    await after.clock.advance(1_000);
    expect(commandedDevices(after)).toEqual(['sig-1']);
  });

  it('@AUTOMATION-13: a run with the service waits for its first device, and fails at a later one that is away', async () => {
    const steps = [switchStep('sig-1', true), switchStep('sig-2', true)];
    const on = bench(automation('a', { trigger: { everyMs: 60_000 }, steps }));
    for (const id of ['sig-1', 'sig-2']) on.setFault(id, 'offline');
    on.all.startWithService();
    await on.clock.advance(10_000);
    expect(on.states()).toEqual(['running']);
    on.setFault('sig-1', null);
    await on.clock.advance(2_000);
    expect([on.states(), on.alarms.open().map(({ kind }) => kind)]).toEqual([['failed'], ['automation_failed']]);
  });

  it('@AUTOMATION-13: one that was stopped while it waited for its first device does not wait when a caller starts it', async () => {
    const one = automation('a', { trigger: { everyMs: 60_000 } });
    const on = bench(one);
    on.setFault('sig-1', 'offline');
    on.all.startWithService();
    await on.clock.advance(2_000);
    on.all.transition(one, 'stop');
    const started = on.all.transition(one, 'start');
    await on.clock.advance(2_000);
    expect(on.states()).toEqual(['failed']);
    expect(E.isRight(started) && (await started.right.confirmed)).toMatchObject({
      left: { code: 'device_unavailable' },
    });
  });

  it('@AUTOMATION-13: one that gets other steps while it waits for its first device goes on waiting', async () => {
    const definition = (on: boolean) =>
      automation('a', { trigger: { everyMs: 60_000 }, steps: [switchStep('sig-1', on)] });
    const on = bench(definition(true));
    on.setFault('sig-1', 'offline');
    on.all.startWithService();
    await on.clock.advance(2_000);
    on.reload([definition(false)]);
    await on.clock.advance(65_000);
    expect([on.states(), on.alarms.open()]).toEqual([['running'], []]);
  });
});
