// Tests of macros: runs, refusals, failures, and runs that were stopped.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { macros } from '../../../application/sequences/macros.js';
import type { MacroDefinition } from '../../../domain/studio/macro.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import {
  waitStep,
  promptMs,
  recallStep,
  savedAtOnce,
  settle,
  stepBench,
  commandedDevices,
  switchStep,
} from '../demo-bench.js';

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
  it('@MACRO-10: that another one runs is checked with the pin of the device too', async () => {
    const inner: MacroDefinition = { id: 'inner', name: 'Inner', steps: [{ stop: { output: 'out-1' } }] };
    const outer: MacroDefinition = { id: 'outer', name: 'Outer', steps: [{ run: { macro: 'inner' } }] };
    const on = stepBench();
    on.layout.replace({ ...demoStudio, macros: [inner, outer] });
    const all = macros(on.ports, on.alarms);
    for (const [pin, error] of [
      ['bravo', 'station_mismatch'],
      ['alpha', null],
    ] as const) {
      all.run(outer, {}, null, pin);
      await on.clock.advance(promptMs);
      await settle(on.clock);
      expect(all.state(outer).lastRun?.error).toBe(error);
    }
  });

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

  it('has its last run when it is reported to be idle', async () => {
    const on = bench();
    const reported: unknown[] = [];
    on.macros.watch(() => {
      const { state, lastRun } = on.macros.state(macro);
      reported.push([state, lastRun?.outcome]);
    });
    on.macros.run(macro);
    await on.clock.advance(2_000);
    expect(reported.at(-1)).toEqual(['idle', 'done']);
    on.macros.run(macro);
    on.macros.stop(macro);
    expect(reported.at(-1)).toEqual(['idle', 'stopped']);
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
    expect(on.logged).toEqual([expect.stringMatching(/"Lights" failed at step 2 of 2: .*cam-1/)]);
  });

  it('ends at once if it has no steps', async () => {
    const on = bench();
    expect(E.isRight(on.macros.run({ ...macro, steps: [] }))).toBe(true);
    await settle(on.clock);
    expect(on.macros.state(macro).state).toBe('idle');
  });
});

describe('@RELOAD-4: a running macro of a new studio file', () => {
  const parameters = [{ name: 'on', type: 'BOOLEAN', default: true }] as const;
  const other = { ...macro, id: 'mac-8', steps: [waitStep(1_000), switchStep('sig-2', true)] };

  it.each([
    ['has other steps', [{ ...macro, steps: [waitStep(1)] }], 'idle', { outcome: 'stopped' }],
    ['has other parameters', [{ ...macro, parameters }], 'idle', { outcome: 'stopped' }],
    ['has another name', [{ ...macro, name: 'Lamps' }], 'running', null],
    ['is gone', [], 'idle', null],
  ] as const)('that %s is stopped or goes on, and the others go on', async (_what, macrosNow, state, lastRun) => {
    const on = stepBench();
    const layout = currentLayout({ ...demoStudio, macros: [macro, other] });
    const studio = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
    const all = macros({ ...on.ports, studio }, on.alarms);
    for (const one of [macro, other]) all.run(one);
    await on.clock.advance(promptMs);
    const changed: string[] = [];
    all.watch((id) => changed.push(id));
    layout.replace({ ...demoStudio, macros: [...macrosNow, other] });
    expect(changed).toEqual(state === 'idle' ? [macro.id] : []);
    expect(all.state(macro)).toMatchObject({ state, lastRun });
    await on.clock.advance(2_000);
    expect(commandedDevices(on)).toEqual(state === 'idle' ? ['sig-1', 'sig-2'] : ['sig-1', 'sig-2', 'sig-1']);
  });
});
