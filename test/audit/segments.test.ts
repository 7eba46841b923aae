// Which files of the audit log are removed, by age and by size.
import { describe, expect, it } from 'vitest';
import { expired, segment, type StoredSegment } from '../../adapters/audit/segments.js';

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
