// What the page shows of refused callers: their reasons in words, what helps them, and who was admitted since.
import { describe, expect, it } from 'vitest';
import {
  calledSince,
  callsWithoutReason,
  canBeAdded,
  canBeListed,
  devicePath,
  isAdmittedSince,
  reasonsOf,
  reasonText,
  type CallerReason,
} from '../../../../../adapters/web/console/callers/reasons.js';

const reason = (changes: Partial<CallerReason> = {}): CallerReason => ({
  reason: 'no_token',
  count: 1,
  lastTime: '2021-03-01T12:00:00.000Z',
  device: null,
  forwarded: false,
  code: null,
  ...changes,
});

const caller = (...reasons: readonly CallerReason[]) => ({
  address: '10.0.0.1',
  reason: 'no_token',
  count: 5,
  lastTime: '2021-03-01T12:00:00.000Z',
  reasons,
});

const device = { id: 'one', name: 'Desk & more' };
const readOnly = reason({ reason: 'read_only', device });

describe('a refused caller', () => {
  it('has the last reason for all calls if the service reports no other', () => {
    expect(reasonsOf(caller())).toEqual([reason({ count: 5 })]);
    expect(callsWithoutReason(caller())).toBe(0);
    expect(callsWithoutReason(caller(reason({ count: 3 }), readOnly))).toBe(1);
  });

  it('is helped by a token or its address only if it sent no known token', () => {
    expect([caller(reason()), caller(readOnly), caller(readOnly, reason())].map(canBeAdded)).toEqual([
      true,
      false,
      true,
    ]);
    expect(canBeListed(caller(reason()))).toBe(true);
    expect(canBeListed(caller(readOnly))).toBe(false);
    expect(canBeListed(caller(reason({ forwarded: true })))).toBe(false);
    // Its address admits the calls that came directly.
    expect(canBeListed(caller(reason({ forwarded: true }), reason()))).toBe(true);
  });

  it('has reasons in words, also those of a newer service', () => {
    expect(reasonText('read_only')).toBe('The device is read-only.');
    expect(reasonText('constructor')).toBe('Refused: constructor.');
  });

  it('leads to its device', () => {
    expect(devicePath('studio-1', device)).toBe('/studios/studio-1/devices?search=Desk%20%26%20more');
    expect(devicePath('studio-1', null)).toBe('/studios/studio-1/devices');
  });

  it('was admitted since if its device was answered with a success', () => {
    const answered = (time: string, status: number | null) => [
      { id: 'one', lastCall: { time, address: '10.0.0.1', answer: status === null ? null : { status, error: null } } },
    ];
    const [before, after] = ['2021-03-01T11:59:59.000Z', '2021-03-01T12:00:01.000Z'];
    expect(isAdmittedSince(readOnly, answered(after, 200))).toBe(true);
    expect(isAdmittedSince(readOnly, answered(before, 200))).toBe(false);
    expect(isAdmittedSince(readOnly, answered(after, 403))).toBe(false);
    expect(isAdmittedSince(readOnly, answered(after, null))).toBe(false);
    expect(isAdmittedSince(reason(), answered(after, 200))).toBe(false);
    expect(isAdmittedSince(readOnly, [{ id: 'one', lastCall: null }])).toBe(false);
  });

  it('has a device that called since only if its call was not refused again', () => {
    const called = (
      answer: { status: number; error: string | null } | null,
      time = '2021-03-01T12:00:01.000Z',
      from = '10.0.0.1',
    ) =>
      calledSince({ ...caller(), address: from }, [
        { lastCall: null },
        { lastCall: { time, address: '10.0.0.1', answer } },
      ]);
    expect(called({ status: 200, error: null })).toBeDefined();
    expect(called(null)).toBeDefined();
    expect(called({ status: 403, error: 'read_only' })).toBeUndefined();
    expect(called({ status: 409, error: 'station_mismatch' })).toBeUndefined();
    expect(called({ status: 200, error: null }, '2021-03-01T12:00:00.000Z')).toBeUndefined();
    expect(called(null, undefined, '10.0.0.2')).toBeUndefined();
  });
});
