// What is refused, recorded and logged when a studio file is read again.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../application/ports/audit.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { layoutIntake } from '../../../application/state/layout-intake.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { savedAtOnce, stepBench } from '../demo-bench.js';

const bench = () => {
  const { alarms, log, logged } = stepBench(0);
  const current = currentLayout(demoStudio);
  const recorded: AuditEvent[] = [];
  const refusals: (readonly string[])[] = [];
  const studio = studioState(current, initialRuntimeState(demoStudio), savedAtOnce);
  const audit = { record: (event: AuditEvent) => void recorded.push(event) };
  const intake = layoutIntake({ current, studio, log, audit, alarms });
  intake.watchRefusal((issues) => void refusals.push(issues));
  const offer = (changes: Partial<StudioLayout>) => intake.offer(E.right({ ...demoStudio, ...changes }));
  const raised = () => alarms.open().map(({ kind }) => kind);
  return { current, intake, logged, offer, raised, recorded, refusals, studio };
};

describe('@RELOAD-8: a studio file with another identity', () => {
  it.each(['id', 'serverId'] as const)('is refused for its %s, and recorded', (field) => {
    const { current, offer, raised, recorded, refusals } = bench();
    expect(offer({ [field]: 'another' })).toBe('refused');
    const issue = `${field}: expected the one that the service started with; restart the service to change it`;
    expect(current.layout).toBe(demoStudio);
    expect(recorded).toEqual([{ kind: 'studio-file', error: 'refused', summary: issue }]);
    expect([refusals, raised()]).toEqual([[[issue]], ['studio_file_refused']]);
  });
});

describe('@RELOAD-2: a refusal', () => {
  it('ends with a file that is in force already, and with one that comes into force', () => {
    for (const [changes, result] of [
      [{}, 'unchanged'],
      [{ name: 'Other' }, 'in force'],
    ] as const) {
      const { intake, offer, raised, refusals } = bench();
      intake.offer(E.left(['signals.0.id: expected a text']));
      expect(raised()).toHaveLength(1);
      expect(offer(changes)).toBe(result);
      expect([intake.refusal(), raised(), refusals.length]).toEqual([[], [], 2]);
    }
  });

  it('is reported once while its issues stay the same', () => {
    const { intake, refusals, recorded } = bench();
    for (const issue of ['one', 'one', 'two']) intake.offer(E.left([issue]));
    expect([refusals, recorded.length]).toEqual([[['one'], ['two']], 3]);
  });
});

describe('the record of a studio file that comes into force', () => {
  const summaryOf = (changes: Partial<StudioLayout>): string | undefined => {
    const { offer, recorded } = bench();
    offer(changes);
    return recorded[0]?.summary;
  };
  const withSignals = (count: number) => ({
    signals: Array.from({ length: count }, (_, at) => ({
      id: `new-${String(at)}`,
      identifier: `new-${String(at)}`,
      name: `New ${String(at)}`,
    })),
  });

  it('names what was added, changed and removed of every kind, banks too', () => {
    const [first, ...others] = demoStudio.banks;
    if (first === undefined) throw new Error('the demo studio has banks');
    const [camera, ...cameras] = demoStudio.cameras;
    expect(summaryOf({ banks: [{ ...first, name: 'Other' }, ...others], cameras })).toBe(
      `cameras removed: ${String(camera?.id)}; banks changed: ${first.key}`,
    );
  });

  it('lists ten ids, and counts the others', () => {
    const removed = `signals removed: ${demoStudio.signals.map(({ id }) => id).join(', ')}`;
    const added = (count: number) => Array.from({ length: count }, (_, at) => `new-${String(at)}`).join(', ');
    expect(summaryOf(withSignals(10))).toBe(`signals added: ${added(10)}; ${removed}`);
    expect(summaryOf(withSignals(11))).toBe(`signals added: ${added(10)}, and 1 more; ${removed}`);
  });
});

it.each([
  ['with a warning if it lacks the active bank', 'news', 1],
  ['without a warning if the runtime state fits it', 'music', 0],
])('@RELOAD-6: a studio file comes into force %s', (_what, activeBank, warnings) => {
  const { logged, offer, studio } = bench();
  studio.change((runtime) => E.right({ ...runtime, activeBank: 'news' }));
  const banks = demoStudio.banks.filter(({ key }) => key !== activeBank);
  expect(offer({ banks, activeBank: banks[0]?.key ?? '' })).toBe('in force');
  expect(logged.filter((line) => line.startsWith('parts of the runtime state are reset'))).toHaveLength(warnings);
});
