// The marks of devices whose last call was refused or failed.
import { expect, it } from 'vitest';
import { marksOf } from '../../../../../adapters/web/console/devices/marks.js';

const marks = (
  answer: { readonly status: number; readonly error: string | null } | null,
  oldToken: object | null = null,
) =>
  marksOf({
    tokenState: 'active',
    usage: 'used',
    oldToken,
    lastCall: { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.1', answer },
  } as unknown as Parameters<typeof marksOf>[0]);

it('@REPORT-10: a device whose station was refused counts as refused, not as failed', () => {
  expect(marks({ status: 409, error: 'station_mismatch' })).toEqual(['last_call_refused']);
  expect(marks({ status: 403, error: 'read_only' })).toEqual(['last_call_refused']);
  expect(marks({ status: 409, error: 'conflict' })).toEqual(['last_call_failed']);
  expect([marks({ status: 200, error: null }), marks(null)]).toEqual([[], []]);
});

it('a device is being replaced only as long as its old token is active', () => {
  expect(marks(null, { state: 'active' })).toEqual(['replaced']);
  for (const state of ['ended', 'expired']) expect(marks(null, { state })).toEqual([]);
});
