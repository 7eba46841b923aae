// The as-run log: it has every command of the simulated devices, by callers and by itself; how its lines become entries and CSV.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { asRun } from '../../../application/as-run/as-run.js';
import { asRunEntries } from '../../../application/as-run/entries.js';
import { actionSender } from '../../../application/commands/devices.js';
import { recorded } from '../../../application/commands/recorded.js';
import { withPulses } from '../../../application/commands/pulses.js';
import { automations } from '../../../application/sequences/automations.js';
import { macros } from '../../../application/sequences/macros.js';
import { type AsRunEntry, type AsRunLine, type AsRunLost, type AsRunSent } from '../../../domain/as-run.js';
import { failure } from '../../../domain/failure.js';
import type { Step } from '../../../domain/studio/step.js';
import { withoutMacros, recallStep, stepBench, switchStep, waitStep, type StepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

const recordingBench = () => {
  const bench = stepBench(0);
  const lines: AsRunLine[] = [];
  let count = 0;
  const { clock } = bench;
  const record = asRun({
    sink: { write: (line) => void lines.push(line) },
    clock,
    secrets: { id: () => `entry-${String((count += 1))}` },
    acknowledgements: bench.ports.acknowledgements,
    dayOf: () => '1970-01-01',
  });
  const signalLines = withPulses(bench.studio.signalLines, clock, record);
  const ports = { ...bench.ports, signalLines };
  const send = recorded(record, ports, actionSender(ports));
  return { ...bench, lines, record, ports: { ...ports, send } };
};

async function* each<A>(values: readonly A[]): AsyncGenerator<A> {
  for (const value of values) yield await Promise.resolve(value);
}

const joined = async (
  lines: readonly AsRunLine[],
  days: { readonly from?: string; readonly to?: string } = {},
): Promise<readonly (AsRunEntry | AsRunLost)[]> => {
  const entries: (AsRunEntry | AsRunLost)[] = [];
  for await (const entry of asRunEntries(each(lines), { from: days.from, to: days.to })) entries.push(entry);
  return entries;
};

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(
    switchStep('sig-1', true),
    switchStep('sig-2', false),
    recallStep('cam-1', 'wide'),
    { pulse: { signal: 'sig-3', ms: 60 } },
    { play: { output: 'out-1', scene: 'full', clip: '2' } },
    { cue: { output: 'out-1', scene: 'full', clip: '3' } },
    { stop: { output: 'out-2' } },
  ),
  fc.integer({ min: 1, max: 100 }).map(waitStep),
);

const anyFault = fc.constantFrom('offline', 'refused', 'lost', null);

const idsOf = (entries: readonly (AsRunEntry | AsRunLost)[]): readonly unknown[] =>
  entries.map((entry) => {
    if ('type' in entry) return 'lost';
    const { output, camera, signal } = entry.parameters;
    return output ?? camera ?? signal;
  });

const devicesOf = ({ studio }: StepBench): readonly string[] => studio.commands().map(({ device }) => device);

describe('@AS-RUN-1: the as-run log', () => {
  it('has every command that reached a device, each with its end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 8 }),
        fc.array(anyStep, { maxLength: 8 }),
        anyFault,
        async (one, other, fault) => {
          const bench = recordingBench();
          if (fault !== null) bench.setFault('cam-1', fault);
          macros(bench.ports, bench.alarms).run({ id: 'mac-9', name: 'One', steps: one });
          const automation = {
            id: 'auto-9',
            station: 'alpha',
            name: 'Other',
            trigger: { everyMs: 100_000 },
            steps: other,
          };
          automations(bench.ports, withoutMacros, bench.alarms).transition(automation, 'start');
          await bench.clock.advance(50_000);
          const entries = await joined(bench.lines);
          expect(idsOf(entries)).toEqual(devicesOf(bench));
          expect(entries.filter((entry) => 'outcome' in entry && entry.outcome === 'unknown')).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('shows a driver that threw while it sent, because the command may have reached the device', async () => {
    const { lines, record } = recordingBench();
    const source = { caller: null, startedBy: null, action: null, station: null };
    const command = commandTo.recall('cam-1', 'wide');
    record(source, command, () => E.left(failure('device_error', 'it threw')));
    record(source, command, () => E.left(failure('device_unavailable', 'it is away')));
    expect(await joined(lines)).toMatchObject([
      { operation: 'camera.recall', outcome: 'failed', error: 'device_error' },
    ]);
  });

  it('shows why a command without an end failed, if its driver knows it', async () => {
    const { clock, lines, record } = recordingBench();
    const source = { caller: null, startedBy: null, action: null, station: null };
    const silent = new Promise<never>(() => undefined);
    const sending = E.right({
      accepted: silent,
      confirmed: silent,
      failureAtTimeout: () => failure('device_error', 'the clip did not begin'),
    });
    record(source, commandTo.recall('cam-1', 'wide'), () => sending);
    await clock.advance(30_000);
    expect(await joined(lines)).toMatchObject([{ outcome: 'failed', error: 'device_error', durationMs: 30_000 }]);
  });

  it('has no negative time when the clock is set back', async () => {
    const bench = recordingBench();
    const { lines } = bench;
    let now = 10_000;
    const record = asRun({
      sink: { write: (line) => void lines.push(line) },
      clock: { now: () => (now -= 1_000) },
      secrets: { id: () => 'entry' },
      acknowledgements: bench.ports.acknowledgements,
      dayOf: () => '1970-01-01',
    });
    const send = recorded(record, bench.ports, actionSender(bench.ports));
    send(commandTo.recall('cam-1', 'wide'), { caller: null, startedBy: null, action: null, station: null });
    await bench.clock.advance(100);
    expect(await joined(lines)).toMatchObject([{ outcome: 'confirmed', durationMs: 0, station: 'alpha' }]);
  });
});

const sent = (id: string, day = '2026-01-31', changes: Partial<AsRunSent> = {}): AsRunSent => ({
  type: 'sent',
  id,
  day,
  sentAt: `${day}T12:00:00.000Z`,
  caller: 'loopback',
  startedBy: null,
  operation: 'signal.on',
  station: null,
  parameters: { signal: 'sig-1', on: true },
  action: null,
  ...changes,
});

const ended = (id: string): AsRunLine => ({
  type: 'ended',
  id,
  endedAt: '2026-01-31T12:00:00.030Z',
  durationMs: 30,
  outcome: 'confirmed',
  error: null,
});

const lost: AsRunLost = { type: 'lost', time: '2026-01-31T12:00:00.000Z', count: 3 };

describe('the lines of the as-run log', () => {
  it('become entries in the order of sending, also if they end in another', async () => {
    const entries = await joined([sent('1'), sent('2'), ended('2'), sent('3'), ended('1')]);
    expect(entries).toMatchObject([
      { id: '1', outcome: 'confirmed', durationMs: 30 },
      { id: '2', outcome: 'confirmed' },
      { id: '3', outcome: 'unknown', endedAt: null, durationMs: null, error: null },
    ]);
  });

  it('are limited to days, both included', async () => {
    const lines = ['29', '30', '31'].map((day) => sent(day, `2026-01-${day}`));
    const idsBetween = async (from?: string, to?: string) =>
      (await joined(lines, { ...(from && { from }), ...(to && { to }) })).map((entry) => 'id' in entry && entry.id);
    expect(await idsBetween('2026-01-30')).toEqual(['30', '31']);
    expect(await idsBetween(undefined, '2026-01-30')).toEqual(['29', '30']);
    expect(await idsBetween('2026-01-30', '2026-01-30')).toEqual(['30']);
  });

  it('keep their place around those that were lost', async () => {
    expect(
      (await joined([sent('1'), lost, sent('2')])).map((entry) => ('id' in entry ? entry.id : entry.type)),
    ).toEqual(['1', 'lost', '2']);
  });

  it('are shown without waiting for ever for an end that never came', async () => {
    const many = Array.from({ length: 10_005 }, (_, at) => sent(String(at)));
    const entries = asRunEntries(each([...many, ...many.map(({ id }) => ended(id))]), {
      from: undefined,
      to: undefined,
    });
    expect((await entries.next()).value).toMatchObject({ id: '0', outcome: 'unknown' });
    await entries.return(undefined);
  });
});
