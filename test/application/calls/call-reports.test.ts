// How long after a report the next one of the same thing is due.
import { describe, expect, it } from 'vitest';
import { callReports } from '../../../application/calls/call-reports.js';
import type { UnreportedCalls } from '../../../application/ports/report-file.js';
import type { Authorization } from '../../../domain/access/authorization.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { address, panel } from '../../domain/fixtures.js';

const device = {
  caller: { kind: 'device', device: panel },
  step: { step: 'device_token' },
} as unknown as Authorization;
const stranger = { refusalReason: 'no_token', step: { step: 'no_token' } } as unknown as Authorization;

describe('the third report is due so long after the second one, however long the console took', () => {
  it.each([
    ['@REPORT-2: of the calls of a device: a minute', device, 200, [60_000, 60_000]],
    ['@REPORT-12: of refused callers: the second one at once', stranger, 401, [0, 2_000]],
  ] as const)('%s', async (_what, authorization, status, waits) => {
    const clock = manualClock(1_000);
    const reports = callReports(
      { lastCalls: [], counted: [], sending: null },
      { file: { save: () => Promise.resolve() }, clock, machine: clock, secrets: { id: () => 'batch' }, log: silent },
    );
    const called = (): void => {
      const reported = reports.record(authorization, address('192.168.1.20'));
      reports.recordAnswer({ reported, call: { status, error: null } });
    };
    let dueAt = 1_000;
    for (const wait of waits) {
      called();
      await clock.advance(Math.max(0, dueAt - clock.now()));
      expect(reports.dueAt()).toBe(dueAt);
      const report = await reports.prepare();
      dueAt = clock.now() + wait;
      await clock.advance(1_000);
      if (report !== undefined) reports.acknowledge(report);
      expect(reports.dueAt()).toBe(Infinity);
      called();
      expect(reports.dueAt()).toBe(dueAt);
    }
    await reports.stop();
  });
});

it.each([
  ['the calls of a device', device, 200],
  ['refused callers', stranger, 401],
] as const)('@REPORT-4: once the console has %s, they are no longer on disk', async (_what, authorization, status) => {
  const clock = manualClock(1_000);
  const saved: UnreportedCalls[] = [];
  const file = { save: (calls: UnreportedCalls) => Promise.resolve(void saved.push(structuredClone(calls))) };
  const nothing: UnreportedCalls = { lastCalls: [], counted: [], sending: null };
  const reports = callReports(nothing, { file, clock, machine: clock, secrets: { id: () => 'batch' }, log: silent });
  const reported = reports.record(authorization, address('192.168.1.20'));
  reports.recordAnswer({ reported, call: { status, error: null } });
  const report = await reports.prepare();
  await clock.advance(1_000);
  expect(saved.at(-1)).not.toEqual(nothing);
  if (report !== undefined) reports.acknowledge(report);
  await clock.advance(1_000);
  expect(saved.at(-1)).toEqual(nothing);
});
