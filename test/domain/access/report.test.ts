// Reports as they are read from disk and wire: what is believed, and what is too much.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { CallReport } from '../../../domain/access/report.js';

const call = { device: 'panel', time: 1_000, address: '192.168.1.20' };
const caller = { address: '8.8.8.8', reason: 'unknown_token', count: 2, lastTime: 1_000 };
const report = { lastCalls: [call], refusals: { id: 'one', callers: [caller] } };

const isRead = (sent: unknown): boolean => E.isRight(CallReport.decode(sent));

describe('a report', () => {
  it('is read as it was written', () => {
    expect(CallReport.decode(report)).toEqual(E.right(report));
    expect(isRead({ lastCalls: [], refusals: null })).toBe(true);
    expect(isRead({ lastCalls: [{ ...call, address: 'fe80::1' }], refusals: null })).toBe(true);
  });

  it.each([
    { ...call, device: '' },
    { ...call, time: -1 },
    { ...call, time: 8_640_000_000_000_001 },
    { ...call, address: 'desk' },
    { ...call, address: undefined },
  ])('is not believed with a last call like %j', (odd) => {
    expect(isRead({ ...report, lastCalls: [odd] })).toBe(false);
  });

  it.each([
    { ...caller, address: '' },
    { ...caller, reason: 'bad_mood' },
    { ...caller, count: 0 },
    { ...caller, count: 2 ** 52 + 1 },
    { ...caller, lastTime: '2027' },
  ])('is not believed with a refused caller like %j', (odd) => {
    expect(isRead({ ...report, refusals: { id: 'one', callers: [odd] } })).toBe(false);
  });

  it('names each address once', () => {
    expect(isRead({ ...report, refusals: { id: 'one', callers: [caller, caller] } })).toBe(false);
  });

  it('has an end', () => {
    const calls = (count: number) => ({ ...report, lastCalls: Array.from({ length: count }, () => call) });
    const callers = (count: number) => ({
      ...report,
      refusals: {
        id: 'one',
        callers: Array.from({ length: count }, (_, place) => ({ ...caller, address: `fd00::${String(place)}` })),
      },
    });
    expect([calls(1_000), callers(100)].map(isRead)).toEqual([true, true]);
    expect([calls(1_001), callers(101)].map(isRead)).toEqual([false, false]);
  });
});
