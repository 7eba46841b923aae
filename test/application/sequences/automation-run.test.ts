// Runs of automations that events and times trigger.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { automations } from '../../../application/sequences/automations.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import type { AutomationDefinition } from '../../../domain/studio/automation.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { savedAtOnce, stepBench, switchStep, waitStep, withoutMacros } from '../demo-bench.js';

const mic = { signal: { signal: 'sig-2', on: true } };
const base: AutomationDefinition = {
  id: 'auto-9',
  station: 'alpha',
  name: 'Mic',
  trigger: mic,
  steps: [waitStep(2_000)],
};

const bench = (parts: Partial<AutomationDefinition>) => {
  const on = stepBench();
  const definition = { ...base, ...parts };
  const layout = currentLayout({ ...demoStudio, automations: [definition] });
  const studio = studioState(layout, initialRuntimeState(layout.layout), savedAtOnce);
  const all = automations({ ...on.ports, studio }, withoutMacros, on.alarms);
  const { clock, ports } = on;
  const openMic = async (): Promise<void> => {
    for (const value of [false, true]) {
      ports.signalLines.send({ do: 'switch', signal: 'sig-2', on: value });
      await clock.advance(100);
    }
  };
  const fired = () => all.fired().map(({ event, outcome }) => [event, outcome]);
  const start = (): void => void all.transition(definition, 'start');
  const studioOnAir = (): void => void studio.change((runtime) => E.right({ ...runtime, status: 'on_air' }));
  return { ...on, layout, all, definition, start, studioOnAir, openMic, fired };
};

const event = 'signal "sig-2" on';

describe('an automation with a pause between runs that an event triggers as well', () => {
  const both = [{ everyMs: 60_000 }, mic];

  it('waits once after each run, and not at all once it is stopped', async () => {
    const { start, all, clock, definition, openMic, fired } = bench({ trigger: both });
    start();
    await clock.advance(10_000);
    await openMic();
    await clock.advance(10_000);
    await openMic();
    await clock.advance(63_000);
    expect(fired()).toEqual([
      [null, 'runs'],
      [event, 'runs'],
      [event, 'runs'],
      [null, 'runs'],
    ]);
    all.transition(definition, 'stop');
    await clock.advance(200_000);
    expect(fired()).toHaveLength(4);
  });

  it('misses no pause while the event runs it', async () => {
    const { start, all, clock, definition, openMic, alarms } = bench({ trigger: both, steps: [waitStep(20_000)] });
    start();
    await clock.advance(70_000);
    await openMic();
    expect(all.state(definition).nextRunAt).toBeNull();
    await clock.advance(15_000);
    expect(alarms.open()).toEqual([]);
  });

  it('looks at its conditions again after its pause, also if the event comes more often', async () => {
    const when: AutomationDefinition['when'] = [{ studio: 'on_air' }];
    const { start, clock, openMic, fired } = bench({ trigger: both, when });
    start();
    for (let count = 0; count < 4; count += 1) {
      await clock.advance(30_000);
      await openMic();
    }
    expect(fired().filter(([cause]) => cause === null)).toHaveLength(3);
  });
});

it('the end of a run begins one run, also if it clears an alarm that triggers the automation', async () => {
  const { start, clock, openMic, alarms, fired } = bench({
    trigger: [mic, { alarm: { kind: 'automation_missed', is: 'cleared' } }],
    whileRunning: 'queue',
  });
  start();
  await openMic();
  await openMic();
  await openMic();
  await clock.advance(1_600);
  await openMic();
  await clock.advance(1_850);
  expect(alarms.open()).toEqual([]);
  expect(fired().slice(3)).toEqual([
    [event, 'waits'],
    ['alarm automation_missed cleared', 'waits'],
  ]);
});

it('a trigger that waits runs the automation when it is resumed, if the run has ended meanwhile', async () => {
  const { start, all, clock, definition, openMic } = bench({ whileRunning: 'queue' });
  start();
  await openMic();
  await openMic();
  all.transition(definition, 'pause');
  await clock.advance(10_000);
  const startedAt = new Date(clock.now()).toISOString();
  all.transition(definition, 'resume');
  await clock.advance(2_000);
  expect(all.state(definition).lastRun).toMatchObject({ startedAt, outcome: 'done' });
});

it('a time that several triggers have in common runs the automation once', async () => {
  const { start, clock, fired, alarms } = bench({
    trigger: [{ minuteOfHour: 30 }, { timeOfDay: '12:30' }],
  });
  start();
  await clock.advance(31 * 60_000);
  expect(fired()).toEqual([[null, 'runs']]);
  expect(alarms.open()).toEqual([]);
});

it('@AUTOMATION-21: an event whose conditions do not hold counts for no loop', async () => {
  const { start, studioOnAir, openMic, fired } = bench({ when: [{ studio: 'on_air' }] });
  start();
  for (let count = 0; count < 25; count += 1) await openMic();
  studioOnAir();
  await openMic();
  expect(fired().at(-1)).toEqual([event, 'runs']);
});

it('follows clips in a scene that a new layout adds to the output', async () => {
  const { start, clock, layout, studio, ports, fired } = bench({
    trigger: { clip: { output: 'out-1', is: 'started' } },
  });
  start();
  const outputs = demoStudio.outputs.map((one) => ({ ...one, scenes: [...one.scenes, 'extra'] }));
  studio.follow({ ...demoStudio, outputs });
  layout.replace({ ...layout.layout, outputs });
  await clock.advance(1_000);
  const clip = demoStudio.banks[0]?.clips[0];
  if (clip === undefined) throw new Error('the demo studio has no clip');
  ports.players.send({ do: 'play', output: 'out-1', scene: 'extra', clip: { bank: 'news', clip } });
  await clock.advance(1_000);
  expect(fired()).toEqual([['clip on "out-1" started', 'runs']]);
});

it('a variable that a new layout no longer has becomes nothing', async () => {
  const { start, clock, layout, fired } = bench({ trigger: { variable: { variable: 'var-1', becomes: null } } });
  start();
  layout.replace({ ...layout.layout, variables: [], automations: [{ ...base, trigger: mic }] });
  await clock.advance(1_000);
  expect(fired()).toEqual([]);
});

it('events that come at once with whileRunning: restart send the first step once', async () => {
  const { start, clock, studioOnAir, studio, fired } = bench({
    trigger: [{ studio: 'on_air' }, { studio: 'on_air' }],
    whileRunning: 'restart',
    steps: [switchStep('sig-1', true)],
  });
  start();
  studioOnAir();
  await clock.advance(1_000);
  expect(fired().map(([, outcome]) => outcome)).toEqual(['runs', 'restarts']);
  expect(studio.commands()).toHaveLength(1);
});
