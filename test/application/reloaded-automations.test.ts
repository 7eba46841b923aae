// Automations while the studio file is read again, and what a restart of the service finds of them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { automations } from '../../application/sequences/automations.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import type { AutomationDefinition } from '../../domain/studio/automation.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import type { Trigger } from '../../domain/studio/trigger.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { commandedDevices, noMacros, promptMs, savedAtOnce, stepBench, switchStep, waitStep } from './demo-bench.js';

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
  const all = automations({ ...on.ports, studio }, noMacros.runMacro, on.alarms);
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
  automations({ ...after.ports, studio }, noMacros.runMacro, after.alarms).startWithService();
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
  expect(E.isRight(started) && (await started.right.confirmed)).toMatchObject({ left: { code: 'device_unavailable' } });
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
