// Tests of triggers in several time zones. They set TZ, so they need a process of their own.
import { afterEach, describe, expect, it } from 'vitest';
import { delayUntilTrigger, type Trigger } from '../../domain/studio/automation.js';

describe('a trigger in a time zone', () => {
  const ownZone = process.env['TZ'];
  const firesAt = (trigger: Trigger, now: string): string =>
    new Date(Date.parse(now) + delayUntilTrigger(trigger, Date.parse(now), true)).toISOString();

  afterEach(() => {
    if (ownZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ownZone;
  });

  it.each([
    ['today', 'Europe/Berlin', '2026-01-15T10:00:00Z', '2026-01-15T17:30:00.000Z'],
    ['tomorrow if it is 18:30 now', 'Europe/Berlin', '2026-01-15T17:30:00Z', '2026-01-16T17:30:00.000Z'],
    ['tomorrow if 18:30 has passed', 'Asia/Kolkata', '2026-01-15T20:00:00Z', '2026-01-16T13:00:00.000Z'],
    ['local time after the clocks went forward', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T16:30:00.000Z'],
    ['local time after the clocks went back', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T17:30:00.000Z'],
  ])('fires at 18:30 %s', (_when, zone, now, then) => {
    process.env['TZ'] = zone;
    expect(firesAt({ timeOfDay: '18:30' }, now)).toBe(then);
  });

  it('fires an hour later if its time is skipped by the clock change', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(firesAt({ timeOfDay: '02:30' }, '2026-03-28T20:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(firesAt({ timeOfDay: '02:30' }, '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z');
  });

  it('fires at the full local hour in a zone with a half-hour offset', () => {
    process.env['TZ'] = 'Asia/Kolkata';
    expect(firesAt({ minuteOfHour: 0 }, '2026-01-15T10:00:00Z')).toBe('2026-01-15T10:30:00.000Z');
  });
});
