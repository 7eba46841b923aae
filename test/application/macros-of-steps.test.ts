// Macros that a step runs, while a caller stops and runs them too: what runs a macro stops its own run alone.
import { expect, it } from 'vitest';
import { macros } from '../../application/sequences/macros.js';
import { runSteps } from '../../application/sequences/steps.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import type { MacroDefinition } from '../../domain/studio/macro.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { commandedDevices, promptMs, savedAtOnce, stepBench, switchStep, waitStep } from './demo-bench.js';

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
  return { ...on, all, run: runSteps(ports, steps, { name: 'outer', runMacro: all.runForStep }) };
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
