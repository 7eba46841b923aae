// What is refused, recorded and logged when a studio file is read again.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../application/ports/audit.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { layoutIntake } from '../../application/state/layout-intake.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { stepBench } from './demo-bench.js';

const bench = () => {
  const { alarms, log } = stepBench(0);
  const current = currentLayout(demoStudio);
  const recorded: AuditEvent[] = [];
  const refusals: (readonly string[])[] = [];
  const runtime = initialRuntimeState(demoStudio);
  const audit = { record: (event: AuditEvent) => void recorded.push(event) };
  const intake = layoutIntake({ current, studio: { runtime: () => runtime }, log, audit, alarms });
  intake.watchRefusal((issues) => void refusals.push(issues));
  const offer = (changes: Partial<StudioLayout>) => intake.offer(E.right({ ...demoStudio, ...changes }));
  const raised = () => alarms.open().map(({ kind }) => kind);
  return { current, intake, offer, raised, recorded, refusals };
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
