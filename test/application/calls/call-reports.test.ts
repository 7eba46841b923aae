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

describe('@REPORT-2: the next report is due a minute after the last one, however long the console took', () => {
  it.each([
    ['the calls of a device', device, 200],
    ['refused callers', stranger, 401],
  ] as const)('of %s', async (_what, authorization, status) => {
    const clock = manualClock(1_000);
    const reports = callReports(
      { lastCalls: [], counted: [], sending: null },
      { file: { save: () => Promise.resolve() }, clock, machine: clock, secrets: { id: () => 'batch' }, log: silent },
    );
    const called = (): void => {
      const reported = reports.record(authorization, address('192.168.1.20'));
      reports.recordAnswer({ reported, call: { status, error: null } });
    };
    called();
    expect(reports.dueAt()).toBe(1_000);
    const report = await reports.prepare();
    await clock.advance(5_000);
    if (report !== undefined) reports.acknowledge(report);
    expect(reports.dueAt()).toBe(Infinity);
    called();
    expect(reports.dueAt()).toBe(61_000);
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
