// Decoding of call reports: valid and invalid entries, and limits.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { CallReport, isFailure, isRefusal, notLater } from '../../../domain/access/report.js';

const call = { device: 'panel', time: 1_000, address: '192.168.1.20' };
const caller = { address: '8.8.8.8', reason: 'unknown_token', count: 2, lastTime: 1_000 };
const report = { lastCalls: [call], refusals: { id: 'one', callers: [caller] } };

const isValid = (sent: unknown): boolean => E.isRight(CallReport.decode(sent));

describe('a report', () => {
  it('is decoded unchanged', () => {
    expect(CallReport.decode(report)).toEqual(E.right(report));
    expect(isValid({ lastCalls: [], refusals: null })).toBe(true);
    expect(isValid({ lastCalls: [{ ...call, address: 'fe80::1' }], refusals: null })).toBe(true);
  });

  it('names the old token of a call, if it was made with one', () => {
    expect(CallReport.decode({ ...report, lastCalls: [{ ...call, oldToken: 1 }] })).toMatchObject({
      right: { lastCalls: [{ oldToken: 1 }] },
    });
    expect(isValid({ ...report, lastCalls: [{ ...call, oldToken: 2 ** 32 }] })).toBe(true);
  });

  it('@REPORT-8: names how a call was answered', () => {
    const withAnswer = (answer: unknown) => ({ ...report, lastCalls: [{ ...call, answer }] });
    expect(
      [
        { status: 200, error: null },
        { status: 418, error: 'of_a_newer_service' },
      ]
        .map(withAnswer)
        .map(isValid),
    ).toEqual([true, true]);
    expect(
      [{ status: 42, error: null }, { status: 403, error: 'Read only' }, { status: 403, error: 'x'.repeat(65) }, null]
        .map(withAnswer)
        .map(isValid),
    ).toEqual([false, false, false, false]);
  });

  it.each([
    { ...call, oldToken: 0 },
    { ...call, oldToken: 1.5 },
    { ...call, oldToken: 2 ** 32 + 1 },
    { ...call, device: '' },
    { ...call, time: -1 },
    { ...call, time: 8_640_000_000_000_001 },
    { ...call, address: 'desk' },
    { ...call, address: undefined },
  ])('is rejected with the last call %j', (invalid) => {
    expect(isValid({ ...report, lastCalls: [invalid] })).toBe(false);
  });

  it.each([
    { ...caller, address: '' },
    { ...caller, reason: 'Bad mood' },
    { ...caller, count: 0 },
    { ...caller, count: 2 ** 52 + 1 },
    { ...caller, lastTime: '2021' },
  ])('is rejected with the refused caller %j', (invalid) => {
    expect(isValid({ ...report, refusals: { id: 'one', callers: [invalid] } })).toBe(false);
  });

  it('@REPORT-9 @REPORT-10: contains reasons and refused devices, within bounds', () => {
    const reason = { reason: 'of_a_newer_service', count: 1, lastTime: 1, device: 'one', forwarded: true };
    const denied = { address: '10.0.0.1', device: 'one', reason: 'read_only', count: 1, lastTime: 1 };
    const withDetails = (reasons: number, devices: number) => ({
      ...report,
      refusals: {
        id: 'one',
        callers: [{ ...caller, reasons: Array.from({ length: reasons }, () => reason) }],
        denied: Array.from({ length: devices }, () => denied),
      },
    });
    expect([withDetails(8, 200), withDetails(9, 0), withDetails(0, 201)].map(isValid)).toEqual([true, false, false]);
  });

  it.each([
    [200, null, false, false],
    [399, null, false, false],
    [400, 'invalid_parameter', true, false],
    [404, 'not_found', true, false],
    [403, 'read_only', true, true],
    [409, 'station_mismatch', true, true],
    [409, 'conflict', true, false],
    [500, 'internal', true, false],
  ])('@REPORT-10: with the answer %i %s: failed %s, refused %s', (status, error, failed, refused) => {
    expect([isFailure({ status, error }), isRefusal({ status, error })]).toEqual([failed, refused]);
  });

  it('contains each address once', () => {
    expect(isValid({ ...report, refusals: { id: 'one', callers: [caller, caller] } })).toBe(false);
  });

  it('has a maximum size', () => {
    const calls = (count: number) => ({ ...report, lastCalls: Array.from({ length: count }, () => call) });
    const callers = (count: number) => ({
      ...report,
      refusals: {
        id: 'one',
        callers: Array.from({ length: count }, (_, index) => ({ ...caller, address: `fd00::${String(index)}` })),
      },
    });
    expect([calls(1_000), callers(100)].map(isValid)).toEqual([true, true]);
    expect([calls(1_001), callers(101)].map(isValid)).toEqual([false, false]);
  });
});

it('@CONSOLE-37: has no times in the future', () => {
  const counts = (lastTime: number) => ({ reason: 'no_token', count: 1, lastTime });
  const at = (time: number, caller: object): CallReport => ({
    lastCalls: [{ device: 'one', time, address: '10.0.0.9' }],
    refusals: { id: 'x', callers: [{ address: '10.0.0.9', ...counts(time), ...caller }] },
  });
  expect(notLater(at(9, {}), 5)).toEqual(at(5, {}));
  const denied = (time: number) => ({ denied: [{ address: '10.0.0.9', device: 'one', ...counts(time) }] });
  const full = (time: number): CallReport => {
    const { lastCalls, refusals } = at(time, { reasons: [counts(time)] });
    return { lastCalls, refusals: refusals && { ...refusals, ...denied(time) } };
  };
  expect(notLater(full(9), 5)).toEqual(full(5));
  expect(notLater(full(4), 5)).toEqual(full(4));
  expect(notLater({ lastCalls: [], refusals: null }, 5)).toEqual({ lastCalls: [], refusals: null });
});
