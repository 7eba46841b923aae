// When automations fire in zones whose clocks differ: a process can be moved to another zone, a thread of it can't.
import { afterEach, describe, expect, it } from 'vitest';
import { delayUntilTrigger, type Trigger } from '../../domain/studio/automation.js';

describe('a trigger where the clocks of the zone say', () => {
  const ownZone = process.env['TZ'];
  const firesAt = (trigger: Trigger, now: string): string =>
    new Date(Date.parse(now) + delayUntilTrigger(trigger, Date.parse(now), true)).toISOString();

  afterEach(() => {
    if (ownZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ownZone;
  });

  it.each([
    ['today still', 'Europe/Berlin', '2026-01-15T10:00:00Z', '2026-01-15T17:30:00.000Z'],
    ['tomorrow, where it is that time', 'Europe/Berlin', '2026-01-15T17:30:00Z', '2026-01-16T17:30:00.000Z'],
    ['tomorrow, where it was', 'Asia/Kolkata', '2026-01-15T20:00:00Z', '2026-01-16T13:00:00.000Z'],
    ['at the same time after the clocks went on', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T16:30:00.000Z'],
    ['at the same time after they went back', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T17:30:00.000Z'],
  ])('it fires at 18:30 %s', (_when, zone, now, then) => {
    process.env['TZ'] = zone;
    expect(firesAt({ timeOfDay: '18:30' }, now)).toBe(then);
  });

  it('a time that the clocks leave out comes as much later', () => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(firesAt({ timeOfDay: '02:30' }, '2026-03-28T20:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(firesAt({ timeOfDay: '02:30' }, '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z');
  });

  it('an hour begins half an hour after that of others', () => {
    process.env['TZ'] = 'Asia/Kolkata';
    expect(firesAt({ minuteOfHour: 0 }, '2026-01-15T10:00:00Z')).toBe('2026-01-15T10:30:00.000Z');
  });
});
