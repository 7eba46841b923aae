// Tests of stopping: no macro or automation goes on, and no pulse leaves a signal on.
import { describe, expect, it } from 'vitest';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import { withPulses } from '../../application/commands/pulses.js';
import type { AutomationDefinition } from '../../domain/studio/automation.js';
import {
  withoutMacros,
  waitStep,
  promptMs,
  stepBench,
  commandedDevices,
  switchStep,
} from '../application/demo-bench.js';
import { commandTo } from '../support/commands.js';

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

  it('starts no further step or run of an automation', async () => {
    const on = stepBench();
    const running = automations(on.ports, withoutMacros, on.alarms);
    const loop = { id: 'auto-9', station: 'alpha', name: 'Loop', trigger: { everyMs: 500 }, steps };
    const waiting: AutomationDefinition = { ...loop, id: 'auto-8', trigger: { minuteOfHour: 59 } };
    running.transition(loop, 'start');
    running.transition(waiting, 'start');
    await on.clock.advance(promptMs);
    running.stopAll();
    await on.clock.advance(2 * hourMs);
    expect(commandedDevices(on)).toEqual(['sig-1']);
    expect(on.clock.waiting()).toBe(0);
  });

  it('ends all pulses at once', async () => {
    const on = stepBench();
    const lines = withPulses(on.studio.signalLines, on.clock);
    lines.send(commandTo.pulse('sig-1', 10_000));
    await on.clock.advance(promptMs);
    lines.endPulses();
    await on.clock.advance(promptMs);
    expect([lines.value('sig-1'), on.clock.waiting()]).toEqual([false, 0]);
  });
});

describe('the end of a pulse', () => {
  it('is retried until it can be sent', async () => {
    const on = stepBench();
    const lines = withPulses(on.studio.signalLines, on.clock);
    lines.send(commandTo.pulse('sig-1', 500));
    await on.clock.advance(promptMs);
    on.setFault('sig-1', 'offline');
    await on.clock.advance(5_000);
    expect(lines.value('sig-1')).toBe(true);
    on.setFault('sig-1', null);
    await on.clock.advance(1_000 + promptMs);
    expect([lines.value('sig-1'), on.clock.waiting()]).toEqual([false, 0]);
  });
});
