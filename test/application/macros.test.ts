// Tests of macros: runs, refusals, failures, and runs that were stopped.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { macros } from '../../application/sequences/macros.js';
import type { MacroDefinition } from '../../domain/studio/macro.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import {
  waitStep,
  promptMs,
  recallStep,
  savedAtOnce,
  settle,
  stepBench,
  commandedDevices,
  switchStep,
} from './demo-bench.js';

const macro: MacroDefinition = {
  id: 'mac-9',
  name: 'Lights',
  steps: [switchStep('sig-1', true), waitStep(1_000), switchStep('sig-1', false)],
};

const bench = () => {
  const on = stepBench();
  return { ...on, macros: macros(on.ports, on.alarms) };
};

describe('a macro', () => {
  it('runs its steps once and is idle after that', async () => {
    const on = bench();
    expect(on.macros.state(macro)).toMatchObject({ id: 'mac-9', name: 'Lights', state: 'idle', step: 0, steps: 3 });
    on.macros.run(macro);
    expect(on.macros.state(macro)).toMatchObject({ state: 'running', step: 1 });
    await on.clock.advance(promptMs);
    expect(on.macros.state(macro)).toMatchObject({ state: 'running', step: 2 });
    await on.clock.advance(1_000 + promptMs);
    expect(on.macros.state(macro)).toMatchObject({ state: 'idle', step: 0 });
    expect(commandedDevices(on)).toEqual(['sig-1', 'sig-1']);
    expect(on.logged).toEqual([]);
  });

  it('is idle and stopped at once when what runs it as a step is stopped', async () => {
    const on = bench();
    const layout = currentLayout({ ...demoStudio, macros: [macro] });
    const studio = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
    const { runForStep, state } = macros({ ...on.ports, studio }, on.alarms);
    const run = runForStep(macro.id, {}, 'test');
    await on.clock.advance(promptMs);
    if (E.isRight(run)) run.right.stop();
    expect(state(macro)).toMatchObject({ state: 'idle', lastRun: { outcome: 'stopped' } });
    await on.clock.advance(2_000);
    expect(state(macro)).toMatchObject({ lastRun: { outcome: 'stopped' } });
    expect(commandedDevices(on)).toEqual(['sig-1']);
  });

  it('refuses to run while it runs', () => {
    const on = bench();
    on.macros.run(macro);
    expect(on.macros.run(macro)).toMatchObject(E.left({ code: 'conflict' }));
  });

  it('is not affected by an earlier run that was stopped while a device was silent', async () => {
    const on = bench();
    on.setFault('sig-1', 'lost');
    on.macros.run(macro);
    await on.clock.advance(1_000);
    on.macros.stop(macro);
    on.setFault('sig-1', null);
    on.macros.run(macro);
    await on.clock.advance(1_000 + promptMs / 2);
    expect(on.macros.state(macro).state).toBe('running');
    await on.clock.advance(2 * promptMs);
    expect(on.macros.state(macro).state).toBe('idle');
  });

  it('is idle after a failed step, and the step and reason are logged', async () => {
    const on = bench();
    on.setFault('cam-1', 'offline');
    on.macros.run({ ...macro, steps: [switchStep('sig-1', true), recallStep('cam-1', 'wide')] });
    await on.clock.advance(promptMs);
    expect(on.macros.state(macro).state).toBe('idle');
    expect(on.logged).toEqual([expect.stringMatching(/"mac-9" failed at step 2 of 2: .*cam-1/)]);
  });

  it('ends at once if it has no steps', async () => {
    const on = bench();
    expect(E.isRight(on.macros.run({ ...macro, steps: [] }))).toBe(true);
    await settle(on.clock);
    expect(on.macros.state(macro).state).toBe('idle');
  });
});
