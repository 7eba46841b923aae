// Times as they are read.
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ClockTime, RelativeTime } from '../../../../../adapters/web/console/ui/time.js';
import { show, text } from '../../page-bench.js';

const now = Date.UTC(2027, 2, 14, 12);
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});

it.each([
  [0, 'just now'],
  [-59, 'just now'],
  [-119, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-86_399, '23 hours ago'],
  [-86_400, 'yesterday'],
  [-10 * 86_400, '10 days ago'],
  [119, 'in 1 minute'],
])('%d s from now reads %s', (seconds, wanted) => {
  show(<RelativeTime time={new Date(now + seconds * 1_000).toISOString()} />);
  expect(text()).toBe(wanted);
});

it('grows older while the page is open', () => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  show(<RelativeTime time={new Date(now).toISOString()} />);
  for (const wanted of ['1 minute ago', '2 minutes ago', '3 minutes ago']) {
    act(() => void vi.advanceTimersByTime(60_000));
    expect(text()).toBe(wanted);
  }
});

it.each([
  ['2027-03-14T11:59:58.000Z', /^\d\d:59:58$/],
  ['2027-02-14T12:00:00.000Z', / 2027, \d\d:00:00$/],
  ['2026-03-14T12:00:00.000Z', / 2026, \d\d:00:00$/],
  ['2027-03-12T12:00:00.000Z', / 2027, \d\d:00:00$/],
])('the time %s has its date unless it is today', (time, wanted) => {
  show(<ClockTime time={time} />);
  expect(text()).toMatch(wanted);
});
