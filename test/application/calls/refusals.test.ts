// Refused callers between reports: what a batch contains, what waits for the next one, and when it is due.
import { describe, expect, it } from 'vitest';
import { denialReason } from '../../../application/calls/denied-calls.js';
import { lastCalls } from '../../../application/calls/last-calls.js';
import { maxPromptReports, promptLimit, rateLimit } from '../../../application/calls/rate-limit.js';
import { refusals } from '../../../application/calls/refusals.js';
import type { DeviceCall } from '../../../domain/access/report.js';

const refused = (address: string, lastTime = 0) => ({ address, reason: 'no_token', lastTime });
const denied = (reason = 'read_only', lastTime = 0) => ({ address: '10.0.0.9', device: 'one', reason, lastTime });
const none = { counted: [], sending: null };

const opened = () => {
  let ids = 0;
  const all = refusals(none, () => undefined);
  return { all, batchAt: (now: number) => all.batch(now, () => `batch-${String((ids += 1))}`) };
};

describe('a batch of refused callers', () => {
  it('contains callers and devices once, and stays the same until it is acknowledged', () => {
    const { all, batchAt } = opened();
    expect([batchAt(0), all.dueAt(0)]).toEqual([null, Infinity]);
    all.record(refused('10.0.0.1'), 0);
    all.recordDenied(denied(), 0);
    const first = batchAt(0);
    expect(first).toMatchObject({ id: 'batch-1', callers: [{ address: '10.0.0.1' }], denied: [{ count: 1 }] });
    all.record(refused('10.0.0.2', 5), 5);
    expect([batchAt(5), all.dueAt(5)]).toEqual([first, 5]);
    expect(all.all()).toMatchObject({ counted: [{ address: '10.0.0.2' }], sending: first });
    expect(all.all()).not.toHaveProperty('denied');
    all.acknowledge('batch-0', 5);
    expect(batchAt(5)).toEqual(first);
    all.acknowledge('batch-1', 5);
    expect(batchAt(6)).toMatchObject({ id: 'batch-2', callers: [{ address: '10.0.0.2', count: 1 }] });
  });

  it('is due for refused devices alone', () => {
    const { all, batchAt } = opened();
    expect(all.recordDenied(denied(), 7)).toBe(7);
    expect(all.dueAt(7)).toBe(7);
    expect(batchAt(7)).toEqual({ id: 'batch-1', callers: [], denied: [{ ...denied(), count: 1 }] });
  });

  it('of an earlier run is sent again as it is', () => {
    const sending = { id: 'earlier', callers: [] };
    const all = refusals({ ...none, sending }, () => undefined);
    expect([all.dueAt(3), all.batch(3, () => 'new')]).toEqual([3, sending]);
  });

  it('counts each reason of a device apart, and keeps the newest 200', () => {
    const { all } = opened();
    all.recordDenied(denied('read_only', 1), 1);
    all.recordDenied(denied('switch_off', 2), 2);
    all.recordDenied(denied('read_only', 3), 3);
    expect(all.all().denied).toEqual([
      { ...denied('switch_off', 2), count: 1 },
      { ...denied('read_only', 3), count: 2 },
    ]);
    for (let at = 0; at < 198; at += 1) all.recordDenied({ ...denied(), device: `device ${String(at)}` }, 4);
    expect(all.all().denied).toHaveLength(200);
    all.recordDenied({ ...denied(), device: 'last' }, 5);
    expect(all.all().denied).toHaveLength(200);
    expect(all.all().denied?.[0]).toMatchObject({ device: 'one', reason: 'read_only' });
  });

  it('@REPORT-10: names the step, or that another station holds the studio', () => {
    const step = { step: { step: 'read_only', device: { id: 'one', name: 'One' } } } as const;
    expect(denialReason(step, { status: 403, error: 'read_only' })).toBe('read_only');
    expect(denialReason(step, { status: 409, error: 'station_mismatch' })).toBe('station_mismatch');
    expect(denialReason(step, { status: 404, error: 'not_found' })).toBeUndefined();
  });
});

describe('@REPORT-4: the last calls of devices', () => {
  const call = (time: number, changes: Partial<DeviceCall> = {}): DeviceCall => ({
    device: 'one',
    time,
    address: '10.0.0.1',
    ...changes,
  });
  const answer = { status: 200, error: null };

  it('@REPORT-7: with the present token and with an old one are apart', () => {
    const calls = lastCalls([]);
    calls.record(call(1), 1);
    calls.record(call(2, { oldToken: 1 }), 2);
    expect(calls.all()).toEqual([call(1), call(2, { oldToken: 1 })]);
  });

  it('@REPORT-8: wait for an answer from the first unanswered call on', () => {
    const calls = lastCalls([]);
    calls.record(call(0), 0);
    calls.record(call(9_000), 9_000);
    expect(calls.dueAt(9_000)).toBe(10_000);
  });

  it('@REPORT-8: have the answer of that call only, also after it was reported without it', () => {
    const calls = lastCalls([]);
    const [first, second] = [call(5), call(5)];
    calls.record(first, 5);
    calls.record(second, 5);
    calls.answer(first, answer, 6);
    expect(calls.all()).toEqual([call(5)]);
    calls.acknowledge(calls.due(10_005), 10_005);
    expect(calls.all()).toEqual([]);
    calls.answer(second, answer, 20_000);
    expect(calls.all()).toEqual([{ ...call(5), answer }]);
    expect(calls.dueAt(20_000)).toBe(70_005);
    calls.acknowledge(calls.due(70_005), 70_005);
    calls.answer(second, answer, 80_000);
    expect(calls.all()).toEqual([]);
  });

  it('wait for the answer of a later call anew', () => {
    const calls = lastCalls([]);
    calls.record(call(0), 0);
    calls.acknowledge(calls.due(10_000), 10_000);
    calls.record(call(80_000), 80_000);
    expect(calls.dueAt(80_000)).toBe(90_000);
  });
});

describe('@REPORT-2: the limit of reports', () => {
  it('is a minute for each thing, from its last report', () => {
    const limit = rateLimit();
    limit.markSent('a', 0);
    limit.markSent('b', 30_000);
    limit.markSent('a', 59_999);
    limit.markSent('c', 60_000);
    expect(['a', 'b', 'c', 'd'].map((key) => limit.dueAt(key, 60_000))).toEqual([119_999, 90_000, 120_000, 60_000]);
    limit.markSent('d', 119_998);
    expect(limit.dueAt('a', 119_998)).toBe(119_999);
  });
});

describe('@REPORT-12: the limit of refused callers', () => {
  it('lets the second report go at once, and further ones less and less often, until a caller is quiet', () => {
    const limit = promptLimit();
    const waits: number[] = [];
    let now = 0;
    for (let report = 0; report < 10; report += 1) {
      limit.markSent(['a'], now);
      waits.push(limit.dueAt('a', now) - now);
      now = limit.dueAt('a', now);
    }
    expect(waits).toEqual([0, 2, 4, 8, 16, 32, 60, 60, 60, 60].map((seconds) => seconds * 1_000));
    limit.markSent(['a'], now);
    expect([limit.dueAt('a', now + 119_999), limit.dueAt('a', now + 120_000)]).toEqual([now + 60_000, now + 120_000]);
    expect(limit.dueAt('b', now)).toBe(now);
  });

  it('is a minute at most after the clock was set back', () => {
    const limit = promptLimit();
    for (let report = 0; report < maxPromptReports; report += 1) limit.markSent(['a'], 500_000);
    expect([limit.dueAt('a', 1_000), limit.dueAt('b', 1_000)]).toEqual([61_000, 61_000]);
  });

  it('bounds the reports of callers that are always new', () => {
    const limit = promptLimit();
    let reports = 0;
    for (let now = 0; now < 600_000; now += 250) {
      const key = String(now);
      if (limit.dueAt(key, now) > now) continue;
      limit.markSent([key], now);
      reports += 1;
    }
    expect(reports).toBe(10 * maxPromptReports);
  });
});
