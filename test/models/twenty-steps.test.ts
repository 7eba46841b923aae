// Macros and automations of twenty steps with a fault at each place in turn: the call, the record, its changes and the alarm
// say where they failed and why.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { CommandResult, SendResult } from '../../application/ports/commands.js';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import type { AutomationDefinition } from '../../domain/studio/automation.js';
import type { LastRun } from '../../domain/studio/last-run.js';
import type { MacroDefinition } from '../../domain/studio/macro.js';
import type { Step } from '../../domain/studio/step.js';
import {
  withoutMacros,
  promptMs,
  recallStep,
  settle,
  stepBench,
  switchStep,
  waitStep,
  type StepBench,
} from '../application/demo-bench.js';

const count = 20;

const places = Array.from({ length: count }, (_, at) => at + 1);

const faults = [
  { fault: 'offline', code: 'device_unavailable', afterMs: 0 },
  { fault: 'refused', code: 'device_error', afterMs: promptMs },
  { fault: 'lost', code: 'ack_timeout', afterMs: 2_000 },
] as const;

const cases = faults.flatMap((fault) => places.map((place) => ({ place, ...fault })));

/** The device that fails is used by one step alone. */
const stepsWith = (place: number): readonly Step[] =>
  places.map((at) => {
    if (at === place) return recallStep('cam-2', 'close');
    return at % 3 === 0 ? waitStep(10) : switchStep(`sig-${String((at % 3) + 1)}`, at % 2 === 0);
  });

/** What a call that waits would be answered; `waits` while it has no answer. */
const answerOf = async (bench: StepBench, sending: SendResult): Promise<string> => {
  if (E.isLeft(sending)) return sending.left.code;
  await settle(bench.clock);
  const answer = await Promise.race([sending.right.confirmed, Promise.resolve<CommandResult | 'waits'>('waits')]);
  if (answer === 'waits') return answer;
  return E.isRight(answer) ? 'OK' : `${answer.left.code}: ${answer.left.message}`;
};

/** What watchers see of a macro or an automation while it runs. */
interface Observed {
  readonly answer: string;
  /** The last runs that changes of the record have shown, without repetitions. */
  readonly shown: readonly (LastRun | null)[];
  readonly alarms: readonly string[];
}

interface Runner {
  readonly watch: (watcher: () => void) => unknown;
  readonly start: () => SendResult;
  readonly lastRun: () => LastRun | null;
}

const observe = async (bench: StepBench, { watch, start, lastRun }: Runner): Promise<Observed> => {
  const shown: (LastRun | null)[] = [];
  watch(() => {
    if (shown.length === 0 || shown.at(-1) !== lastRun()) shown.push(lastRun());
  });
  const answer = await answerOf(bench, start());
  await bench.clock.advance(count * promptMs + 2_000);
  expect(shown.at(-1)).toEqual(lastRun());
  return { answer, shown, alarms: bench.alarms.open().map(({ kind, message }) => `${kind}: ${message}`) };
};

const macroOn = (bench: StepBench, steps: readonly Step[]): Runner => {
  const macro: MacroDefinition = { id: 'mac-9', name: 'Twenty', steps };
  const all = macros(bench.ports, bench.alarms);
  return { watch: all.watch, start: () => all.run(macro), lastRun: () => all.state(macro).lastRun };
};

const automationOn = (bench: StepBench, steps: readonly Step[]): Runner => {
  const trigger = { everyMs: 3_600_000 };
  const automation: AutomationDefinition = { id: 'auto-9', station: 'alpha', name: 'Twenty', trigger, steps };
  const all = automations(bench.ports, withoutMacros, bench.alarms);
  return {
    watch: all.watch,
    start: () => all.transition(automation, 'start'),
    lastRun: () => all.state(automation).lastRun,
  };
};

describe.each([
  ['macro', 'mac-9', macroOn],
  ['automation', 'auto-9', automationOn],
] as const)('a %s of twenty steps', (kind, id, runnerOn) => {
  it.each(cases)('says that a device that is $fault failed step $place', async ({ place, fault, code, afterMs }) => {
    const bench = stepBench();
    bench.setFault('cam-2', fault);
    const runner = runnerOn(bench, stepsWith(place));
    const { answer, shown, alarms } = await observe(bench, runner);
    const where = `the ${kind} "Twenty" failed at step ${String(place)} of 20: `;

    expect(shown).toEqual([null, expect.objectContaining({ outcome: 'failed', step: place, error: code })]);
    expect(alarms).toEqual([expect.stringContaining(`${kind}_failed: ${where}`)]);
    if (fault !== 'lost') expect(alarms[0]).toContain('cam-2');
    const [start = 0, end = 0] = [runner.lastRun()?.startedAt, runner.lastRun()?.endedAt].map((at) =>
      Date.parse(at ?? ''),
    );
    expect(end - start).toBeGreaterThanOrEqual(fault === 'refused' ? 0 : afterMs);
    if (place === 1 && fault === 'offline') expect(answer).toContain(`${code}: ${where}`);
    else expect(answer).toBe('OK');
    // No step after the failed one was sent.
    expect(bench.studio.commands().map(({ device }) => device)).toHaveLength(
      places.filter((at) => at % 3 !== 0 && at < place).length + (fault === 'offline' ? 0 : 1),
    );
  });

  it('is done after its last step, which clears the alarm', async () => {
    const bench = stepBench();
    const alarm = kind === 'macro' ? 'macro_failed' : 'automation_failed';
    bench.alarms.raise(alarm, id, 'it failed before');
    const { answer, shown, alarms } = await observe(bench, runnerOn(bench, stepsWith(20)));
    expect(answer).toBe('OK');
    expect(shown).toEqual([null, expect.objectContaining({ outcome: 'done', step: 20, error: null })]);
    expect(alarms).toEqual([]);
  });
});
