// Tests of stopping: no macro or automation goes on, and no pulse leaves a signal on.
import { describe, expect, it } from 'vitest';
import { macros } from '../../application/sequences/macros.js';
import { waitStep, promptMs, stepBench, commandedDevices, switchStep } from '../application/demo-bench.js';

const steps = [switchStep('sig-1', true), waitStep(1_000), switchStep('sig-1', false)];

const hourMs = 3_600_000;

describe('a service that stops', () => {
  it('starts no further step of a macro', async () => {
    const on = stepBench();
    const running = macros(on.ports, on.alarms);
    running.run({ id: 'mac-9', name: 'Lights', steps });
    await on.clock.advance(promptMs);
    running.stopAll();
    await on.clock.advance(hourMs);
    expect(commandedDevices(on)).toEqual(['sig-1']);
    expect(on.clock.waiting()).toBe(0);
  });
});
