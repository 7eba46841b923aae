// The last calls of devices between two reports.
import { beforeEach, describe, expect, it } from 'vitest';
import { lastCalls, type LastCalls } from '../../../application/calls/last-calls.js';
import type { CallAnswer, DeviceCall } from '../../../domain/access/report.js';

const answer: CallAnswer = { status: 200, error: null };
const callAt = (time: number): DeviceCall => ({ device: 'one', time, address: '192.168.1.20' });

let calls: LastCalls;
/** Records a call that is answered at once. */
const record = (time: number): void => {
  const call = callAt(time);
  calls.record(call, time);
  calls.answer(call, answer, time);
};

beforeEach(() => {
  calls = lastCalls([]);
});

describe('the last call of a device', () => {
  it('@REPORT-4: stays if it is newer than the one whose report is acknowledged', () => {
    record(1_000);
    const inFlight = calls.due(1_000);
    record(2_000);
    calls.acknowledge(inFlight, 1_000);
    expect(calls.all()).toEqual([{ ...callAt(2_000), answer }]);
    calls.acknowledge(calls.all(), 2_000);
    expect(calls.all()).toEqual([]);
  });

  it('@REPORT-4: is never replaced by an older one', () => {
    record(2_000);
    calls.record(callAt(1_000), 2_000);
    expect(calls.all()).toEqual([{ ...callAt(2_000), answer }]);
  });

  it('is replaced by the next one if the clock was ahead', () => {
    record(3_600_000);
    record(1_000);
    expect(calls.all()).toEqual([{ ...callAt(1_000), answer }]);
  });

  it('@REPORT-8: waits 10 s for an answer, also if the device calls again meanwhile', () => {
    calls.record(callAt(1_000), 1_000);
    calls.record(callAt(6_000), 6_000);
    expect([calls.dueAt(6_000), calls.due(10_999), calls.due(11_000)]).toEqual([11_000, [], [callAt(6_000)]]);
  });

  it('@REPORT-8: waits no longer for its answer after the clock was set back', () => {
    calls.record(callAt(90_000), 90_000);
    expect(calls.dueAt(90_000)).toBe(100_000);
    expect(calls.dueAt(1_000)).toBe(1_000);
  });

  it('@REPORT-2: is reported again within a minute after the clock was set back', () => {
    record(3_600_000);
    calls.acknowledge(calls.due(3_600_000), 3_600_000);
    record(3_600_001);
    expect(calls.dueAt(3_600_001)).toBe(3_660_000);
    expect(calls.dueAt(1_000)).toBe(61_000);
  });
});
