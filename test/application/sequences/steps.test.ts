// Tests of runs of steps on the simulated studio: order, pausing, stopping and failures.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { CommandResult } from '../../../application/ports/commands.js';
import { macros } from '../../../application/sequences/macros.js';
import { type StepsRun, runSteps } from '../../../application/sequences/steps.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { failure } from '../../../domain/failure.js';
import type { Feature } from '../../../domain/feature.js';
import type { MacroDefinition } from '../../../domain/studio/macro.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import type { Step } from '../../../domain/studio/step.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { scenesOf } from '../../support/scenes.js';
import {
  type StepBench,
  commandedDevices,
  noMacros,
  promptMs,
  recallStep,
  savedAtOnce,
  settle,
  stepBench,
  switchStep,
  waitStep,
  withDevices,
} from '../demo-bench.js';

const play = (bank?: string): Step => ({
  play: { output: 'out-1', scene: 'full', clip: '2', ...(bank === undefined ? {} : { bank }) },
});

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(
    switchStep('sig-1', true),
    switchStep('sig-2', false),
    recallStep('cam-1', 'wide'),
    recallStep('cam-2', 'close'),
    play(),
  ),
  fc.integer({ min: 1, max: 300 }).map(waitStep),
);
const anySteps = fc.array(anyStep, { maxLength: 8 });

const deviceOf = (step: Step): readonly string[] => {
  if ('waitMs' in step) return [];
  if ('play' in step) return [step.play.output];
  if ('recall' in step) return [step.recall.camera];
  return 'switch' in step ? [step.switch.signal] : [];
};

const longestMs = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + ('waitMs' in step ? step.waitMs : promptMs), 0);

/** Returns how a run ended, or `runs`. */
const ending = async ({ clock }: StepBench, { ended }: StepsRun): Promise<string> => {
  await settle(clock);
  const end = await Promise.race([ended, Promise.resolve<CommandResult | 'runs'>('runs')]);
  if (end === 'runs') return end;
  return E.isRight(end) ? 'success' : end.left.code;
};

/** Runs steps: alone, or as a macro that is the only step of another run. */
type RunAnySteps = (bench: StepBench, steps: readonly Step[]) => StepsRun;

const alone: RunAnySteps = ({ ports }, steps) => runSteps(ports, steps, noMacros);
const inMacro: RunAnySteps = (bench, steps) =>
  runSteps(bench.ports, [{ run: { macro: 'inner' } }], {
    source: { ...noMacros.source, caller: 'outer' },
    runMacro: () => E.right(alone(bench, steps)),
  });

describe('a run of steps', () => {
  it('sends each command when the previous one is confirmed', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const bench = stepBench();
        const run = runSteps(bench.ports, steps, noMacros);
        await bench.clock.advance(longestMs(steps));
        expect(commandedDevices(bench)).toEqual(steps.flatMap(deviceOf));
        expect(await ending(bench, run)).toBe('success');
        const spans = bench.studio.commands().map(({ time, endedAt }) => [time, endedAt ?? 'never'] as const);
        for (const [place, [time]] of spans.entries()) expect(time >= (spans[place - 1]?.[1] ?? '')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['its own', alone],
    ['those of a macro', inMacro],
  ])('starts no further step when it is stopped, and succeeds: %s', async (_what, start) => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.integer({ min: 0, max: 600 }), async (steps, stopAtMs) => {
        const bench = stepBench();
        const run = start(bench, steps);
        await bench.clock.advance(stopAtMs);
        const before = commandedDevices(bench);
        run.stop();
        await bench.clock.advance(longestMs(steps) + promptMs);
        expect(commandedDevices(bench)).toEqual(before);
        expect(await ending(bench, run)).toBe('success');
        // The timer that may remain is that of a playing clip.
        expect(bench.clock.waiting()).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['its own', alone],
    ['those of a macro', inMacro],
  ])('waits before its next step while it is paused, and continues there: %s', async (_what, start) => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.integer({ min: 0, max: 600 }), async (steps, pauseAtMs) => {
        const bench = stepBench();
        const run = start(bench, steps);
        await bench.clock.advance(pauseAtMs);
        run.pause();
        const before = commandedDevices(bench);
        await bench.clock.advance(10_000);
        expect(commandedDevices(bench)).toEqual(before);
        run.resume();
        await bench.clock.advance(longestMs(steps));
        expect(commandedDevices(bench)).toEqual(steps.flatMap(deviceOf));
        expect(await ending(bench, run)).toBe('success');
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['refused', promptMs, 'device_error'],
    ['offline', 0, 'device_unavailable'],
    ['lost', 2_000, 'ack_timeout'],
    ['frozen', 2_000, 'ack_timeout'],
  ] as const)('fails at a device that is %s', async (fault, afterMs, code) => {
    const bench = stepBench();
    bench.setFault('cam-1', fault);
    const run = runSteps(
      bench.ports,
      [switchStep('sig-1', true), recallStep('cam-1', 'wide'), switchStep('sig-2', true)],
      noMacros,
    );
    await bench.clock.advance(promptMs + afterMs);
    expect(await ending(bench, run)).toBe(code);
    expect(run.step()).toBe(2);
    await bench.clock.advance(10_000);
    expect(commandedDevices(bench)).not.toContain('sig-2');
  });

  it('@MACRO-9: fails once Control of its feature is off, and sends nothing more', async () => {
    const bench = stepBench();
    const ports = { ...bench.ports, isControlOn: (feature: Feature) => feature !== 'cameras' };
    const run = runSteps(ports, [switchStep('sig-1', true), recallStep('cam-1', 'wide')], noMacros);
    await bench.clock.advance(promptMs);
    expect([await ending(bench, run), run.step()]).toEqual(['feature_disabled', 2]);
    expect(commandedDevices(bench)).toEqual(['sig-1']);
  });

  it.each([
    ['alpha', 'success', ['out-1']],
    ['bravo', 'station_mismatch', []],
    [null, 'success', ['out-1']],
  ] as const)('@MACRO-10: are checked with the pin %s of the device that runs them', async (pin, end, devices) => {
    const bench = stepBench();
    const run = runSteps(bench.ports, [play()], { ...noMacros, pin });
    await bench.clock.advance(promptMs);
    expect(await ending(bench, run)).toBe(end);
    expect(commandedDevices(bench)).toEqual(devices);
  });

  it('fails with what the driver knows of a command that is not confirmed in time', async () => {
    const bench = stepBench();
    const silent = new Promise<never>(() => undefined);
    const failureAtTimeout = () => failure('device_error', 'the camera does not move');
    const send = () => E.right({ accepted: silent, confirmed: silent, failureAtTimeout });
    const cameras = { ...bench.ports.cameras, send };
    const run = runSteps(withDevices(bench.ports, { cameras }), [recallStep('cam-1', 'wide')], noMacros);
    await bench.clock.advance(1_999);
    expect(await ending(bench, run)).toBe('runs');
    await bench.clock.advance(1);
    expect(await ending(bench, run)).toBe('device_error');
  });

  it.each([
    ['an unknown bank', { play: { output: 'out-1', scene: 'full', clip: '1', bank: 'attic' } }, 'not_found'],
    ['an unknown clip', { play: { output: 'out-1', scene: 'full', clip: '99' } }, 'not_found'],
    ['an unknown device', recallStep('cam-9', 'wide'), 'not_found'],
  ] as const)('fails at %s', async (_, step, code) => {
    const bench = stepBench();
    const run = runSteps(bench.ports, [step, switchStep('sig-1', true)], noMacros);
    expect(await ending(bench, run)).toBe(code);
    expect(commandedDevices(bench)).toEqual([]);
  });

  it('plays from the bank that is active at the time of the step', async () => {
    const bench = stepBench();
    runSteps(bench.ports, [waitStep(100), play()], noMacros);
    bench.ports.studio.change((runtime) => E.right({ ...runtime, activeBank: 'music' }));
    await bench.clock.advance(100 + promptMs);
    expect(scenesOf(bench.studio.players, 'out-1')[0]).toMatchObject({ bank: 'music', clip: 'sting' });
  });

  it('ends when the service stops waiting', async () => {
    const bench = stepBench();
    bench.setFault('sig-1', 'frozen');
    const run = runSteps(bench.ports, [switchStep('sig-1', true), switchStep('sig-2', true)], noMacros);
    await settle(bench.clock);
    bench.ports.acknowledgements.abandon();
    expect(await ending(bench, run)).toBe('ack_timeout');
    expect(commandedDevices(bench)).toEqual(['sig-1']);
  });

  it('reports its current step', async () => {
    const bench = stepBench();
    const run = runSteps(bench.ports, [waitStep(100), waitStep(100), waitStep(100)], noMacros);
    const steps: number[] = [run.step()];
    for (let time = 0; time < 2; time += 1) {
      await bench.clock.advance(100);
      steps.push(run.step());
    }
    expect(steps).toEqual([1, 2, 3]);
  });

  it.each(['stop', 'pause'] as const)(
    'sends nothing more after %s in the pause before a further attempt',
    async (end) => {
      const bench = stepBench();
      bench.setFault('sig-1', 'offline');
      const run = runSteps(bench.ports, [switchStep('sig-1', true)], { ...noMacros, retryAfter: () => 1_000 });
      await bench.clock.advance(500);
      run[end]();
      bench.setFault('sig-1', null);
      await bench.clock.advance(60_000);
      expect(commandedDevices(bench)).toEqual([]);
      run.resume();
      await bench.clock.advance(promptMs);
      expect(commandedDevices(bench)).toEqual(end === 'pause' ? ['sig-1'] : []);
      expect(await ending(bench, run)).toBe('success');
    },
  );
});

const macro: MacroDefinition = {
  id: 'mac-9',
  name: 'Lights',
  steps: [switchStep('sig-1', true), waitStep(500), switchStep('sig-2', false)],
};

/** Runs the macro in a step, which a longer wait follows. */
const bench = () => {
  const on = stepBench();
  const studio = studioState(
    currentLayout({ ...demoStudio, macros: [macro] }),
    initialRuntimeState(demoStudio),
    savedAtOnce,
  );
  const ports = { ...on.ports, studio };
  const all = macros(ports, on.alarms);
  const steps = [{ run: { macro: macro.id } }, waitStep(60_000)];
  return { ...on, all, run: runSteps(ports, steps, { ...noMacros, runMacro: all.runForStep }) };
};

it.each(['stop', 'pause'] as const)('a caller’s run goes on after the %s of what ran the macro before', async (end) => {
  const on = bench();
  await on.clock.advance(500 + 3 * promptMs);
  expect([on.run.step(), on.all.state(macro).state]).toEqual([2, 'idle']);
  on.all.run(macro);
  on.run[end]();
  await on.clock.advance(500 + 3 * promptMs);
  expect(on.all.state(macro)).toMatchObject({ state: 'idle', lastRun: { outcome: 'done' } });
  expect(commandedDevices(on)).toEqual(['sig-1', 'sig-2', 'sig-1', 'sig-2']);
});

it('a caller’s run goes on when the run before, which the caller stopped, is stopped while its device is silent', async () => {
  const on = bench();
  on.setFault('sig-1', 'lost');
  await on.clock.advance(0);
  on.all.stop(macro);
  on.setFault('sig-1', null);
  on.all.run(macro);
  on.run.stop();
  expect(on.all.state(macro).state).toBe('running');
  await on.clock.advance(500 + 3 * promptMs);
  expect(on.all.state(macro)).toMatchObject({ state: 'idle', lastRun: { outcome: 'done' } });
});
