// Which files of the audit log are removed, by age and by size.
import { describe, expect, it } from 'vitest';
import { byAge, current, expired, segment, segmentOf, type StoredSegment } from '../../../adapters/audit/segments.js';

const dayMs = 86_400_000;
const today = Date.UTC(2026, 0, 31, 12);
const dayAgo = (days: number): string => new Date(today - days * dayMs).toISOString().slice(0, 10);
const written = (...daysAgo: readonly number[]): readonly StoredSegment[] =>
  daysAgo.map((days) => ({ ...segment('service', dayAgo(days), 1), size: 10 }));
const everyDay = (days: number): readonly StoredSegment[] => written(...Array.from({ length: days }, (_, at) => at));
const removed = (stored: readonly StoredSegment[], days: number, now = today): readonly string[] =>
  expired(stored, { days, bytes: 1_000_000 }, now).map(({ day }) => day);

describe('files of the audit log', () => {
  it('are removed when they are older than what is kept', () => {
    expect(removed(everyDay(34), 30)).toEqual([dayAgo(31), dayAgo(32), dayAgo(33)]);
    expect(removed(everyDay(4), 1)).toEqual([dayAgo(2), dayAgo(3)]);
  });

  it.each([
    [365, 366, 7],
    [30, 31, 3],
    [1, 2, 1],
  ])('@AUDIT-9: of %i days keep all but %3$i of %2$i when the clock jumps ahead', (days, stored, most) => {
    for (const years of [1, 10, 1_000]) {
      const jumped = today + years * 365 * dayMs;
      expect(removed(everyDay(stored), days, jumped).length).toBeLessThanOrEqual(most);
      const after = [{ ...segment('service', new Date(jumped).toISOString().slice(0, 10), 1), size: 10 }];
      expect(removed([...everyDay(stored), ...after], days, jumped + dayMs).length).toBeLessThanOrEqual(most + 1);
    }
  });

  it('@AUDIT-9: are kept when the clock goes back after a jump', () => {
    const jumped = { ...segment('service', '2036-01-01', 1), size: 10 };
    expect(removed([...everyDay(31), jumped], 30)).toEqual([]);
    expect(removed([...everyDay(34), jumped], 30)).toEqual([dayAgo(31), dayAgo(32), dayAgo(33)]);
  });

  it('@AUDIT-9: of a clock that was ahead make space for those of today', () => {
    const ahead = Array.from({ length: 20 }, (_, at) => ({ ...segment('service', '2036-01-01', at + 1), size: 10 }));
    const kept = new Set(everyDay(3).map(({ day }) => day));
    const gone = expired([...everyDay(3), ...ahead], { days: 30, bytes: 100 }, today);
    expect(gone.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, at) => 14 - at));
    expect(gone.filter(({ day }) => kept.has(day))).toEqual([]);
  });

  it('become too old although nothing is recorded for long times between', () => {
    expect(removed(written(1, 40, 80, 120), 14)).toEqual([]);
    expect(removed(written(1, 40, 80, 120), 3)).toEqual([dayAgo(120)]);
  });

  it('are removed by their size, the oldest first', () => {
    expect(expired(everyDay(20), { days: 30, bytes: 100 }, today).map(({ day }) => day)).toEqual(
      Array.from({ length: 11 }, (_, at) => dayAgo(9 + at)),
    );
  });
});

describe('the file that is written to', () => {
  const retention = { days: 30, bytes: 1_000 };
  const day = '2026-01-31';
  const after = (size: number, number = 1): number =>
    current('service', day, [{ ...segment('service', day, number), size }], retention).number;

  it('is a new one once the newest has a tenth of what is kept', () => {
    expect([after(99), after(100), after(101)]).toEqual([1, 2, 2]);
  });

  it('is never one of another day', () => {
    const yesterday = { ...segment('service', '2026-01-30', 7), size: 1 };
    expect(current('service', day, [yesterday], retention)).toEqual(segment('service', day, 1));
  });

  it('follows the newest one, also after the number has more digits', () => {
    const stored = [99_999, 100_000, 9].map((number) => ({ ...segment('service', day, number), size: 100 }));
    expect(current('service', day, stored, retention).number).toBe(100_001);
    expect(stored.toSorted(byAge).map(({ number }) => number)).toEqual([9, 99_999, 100_000]);
  });
});

it.each(['service-refused-2026-01-31-00001.jsonl', 'service-2026-01-31-00001.jsonl.gz', 'service-2026-01-31.jsonl'])(
  'a series leaves alone the file %s',
  (name) => {
    expect(segmentOf('service', name)).toBeUndefined();
    expect(segmentOf('service', 'service-2026-01-31-00001.jsonl')).toEqual(segment('service', '2026-01-31', 1));
  },
);
