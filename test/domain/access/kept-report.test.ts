// Reports of services that are newer than the console: lists that are too long are cut to their newest entries.
import { expect, it } from 'vitest';
import { keptReport } from '../../../domain/access/kept-report.js';
import { maxDenied, maxReasons } from '../../../domain/access/report.js';

const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ lastTime: at, reason: 'no_token' }));

/** The newest entries of a list that begins with the oldest, newest first. */
const newest = (list: readonly unknown[], count: number) => list.slice(-count).reverse();

it('keeps the newest reasons of an address, and the newest refused devices', () => {
  const [reasons, denied] = [entries(maxReasons + 3), entries(maxDenied + 3)];
  const refusals = { callers: [{ address: '10.0.0.1', reasons }], denied, id: 'batch' };
  expect(keptReport({ refusals, calls: [] })).toEqual({
    refusals: {
      callers: [{ address: '10.0.0.1', reasons: newest(reasons, maxReasons) }],
      denied: newest(denied, maxDenied),
      id: 'batch',
    },
    calls: [],
  });
});

it('takes an entry without a valid time as the oldest', () => {
  const others = entries(maxDenied + 1).slice(1);
  const denied = [null, { lastTime: 'soon' }, ...others];
  expect(keptReport({ refusals: { denied } })).toEqual({ refusals: { denied: newest(others, maxDenied) } });
});

it.each([
  null,
  'report',
  {},
  { refusals: null },
  { refusals: { callers: 'none', denied: 7 } },
  { refusals: { callers: [null, {}, { reasons: 'none' }] } },
  { refusals: { callers: [{ reasons: entries(maxReasons) }], denied: entries(maxDenied) } },
])('leaves %j as it is, which is decoded afterwards', (body) => {
  expect(keptReport(body)).toEqual(body);
});
