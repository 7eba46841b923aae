// Triggers by the calendar: days, and changes of the clocks.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CalendarDate, fallsOn, momentOf, type DayRules } from '../../../domain/studio/calendar.js';
import { machineOffsets, offsetsOf, TimeZone } from '../../../domain/studio/time-zone.js';
import { isCalendarTrigger, nextTriggerTime, Trigger, type CalendarTrigger } from '../../../domain/studio/trigger.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const nextIn = (zone: string, trigger: CalendarTrigger, after: string): string | null => {
  const next = nextTriggerTime(trigger, offsetsOf(zone), Date.parse(after));
  return next === null ? null : new Date(next).toISOString();
};

describe('a time zone', () => {
  it('is one that the time zone database has', () => {
    const zones = ['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'Australia/Lord_Howe'];
    const others = ['Europe/Atlantis', '', 'CEST+1', null, 1];
    expect([zones.every(TimeZone.is), others.some(TimeZone.is)]).toEqual([true, false]);
  });

  it.each([
    ['Europe/Berlin', '2026-07-01T12:00:00.500Z', 2],
    ['Europe/Berlin', '2026-01-01T00:30:00Z', 1],
    ['America/New_York', '2026-01-01T00:30:00Z', -5],
    ['Asia/Kolkata', '2026-01-01T23:59:59.999Z', 5.5],
    ['Pacific/Kiritimati', '1969-06-01T00:00:00.001Z', -10 - 2 / 3],
  ])('%s has at %s an offset of %f hours', (zone, at, hours) => {
    expect(offsetsOf(zone)(Date.parse(at))).toBeCloseTo(hours * hourMs, 0);
  });

  it('of the machine has the offsets that dates have', () => {
    const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    expect(machineOffsets(Date.UTC(2026, 6, 1))).toBe(5.5 * hourMs);
    offset.mockRestore();
  });
});

describe('a trigger', () => {
  it('fires by the calendar, or after a pause', () => {
    const triggers = [{ timeOfDay: '18:30' }, { minuteOfHour: 0 }, { everyMs: 1_000 }];
    expect(triggers.map(isCalendarTrigger)).toEqual([true, true, false]);
  });

  it('is of one kind, and has days unless it is a pause', () => {
    const sound: readonly unknown[] = [
      ...[{ timeOfDay: '00:00' }, { timeOfDay: '23:59' }, { minuteOfHour: 59 }, { everyMs: 1 }],
      { timeOfDay: '18:30', weekdays: ['mon', 'sun'], dates: ['2026-12-24', '02-29'], except: ['12-25'] },
      { minuteOfHour: 0, weekdays: [] },
    ];
    const times = ['24:00', '7:30', '12:60', '12:00:00', ''].map((timeOfDay) => ({ timeOfDay }));
    const unsound: readonly unknown[] = [
      ...[...times, { minuteOfHour: 60 }, { everyMs: 0 }, {}, null, { timeOfDay: '12:00', everyMs: 1 }],
      ...[{ weekdays: ['monday'] }, { weekdays: ['mon', 'mon'] }].map((days) => ({ ...days, timeOfDay: '12:00' })),
      ...['2026-02-29', '2026-13-01', '02-30', '2026-1-1', 'christmas', '24.12.'].map((date) => ({
        timeOfDay: '12:00',
        dates: [date],
      })),
    ];
    expect(sound.filter((trigger) => !Trigger.is(trigger))).toEqual([]);
    expect(unsound.filter((trigger) => Trigger.is(trigger))).toEqual([]);
    expect(E.isLeft(CalendarDate.decode('2026-00-10'))).toBe(true);
  });

  it.each([
    ['today', 'Europe/Berlin', '2026-01-15T10:00:00Z', '2026-01-15T17:30:00.000Z'],
    ['tomorrow if it is 18:30 now', 'Europe/Berlin', '2026-01-15T17:30:00Z', '2026-01-16T17:30:00.000Z'],
    ['tomorrow if 18:30 has passed', 'Asia/Kolkata', '2026-01-15T20:00:00Z', '2026-01-16T13:00:00.000Z'],
    ['local time after the clocks went forward', 'Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T16:30:00.000Z'],
    ['local time after the clocks went back', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T17:30:00.000Z'],
  ])('fires at 18:30 %s', (_when, zone, now, then) => {
    expect(nextIn(zone, { timeOfDay: '18:30' }, now)).toBe(then);
  });

  it.each([
    [
      'an hour later if its time is skipped',
      'Europe/Berlin',
      '02:30',
      '2026-03-28T20:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    ['at its time on the next day', 'Europe/Berlin', '02:30', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00.000Z'],
    ['half an hour later', 'Australia/Lord_Howe', '02:10', '2026-10-03T00:00:00Z', '2026-10-03T15:40:00.000Z'],
    ['once if its time is repeated', 'Europe/Berlin', '02:30', '2026-10-24T20:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['the next day after that', 'Europe/Berlin', '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    [
      'at one o’clock if midnight is skipped',
      'America/Santiago',
      '00:00',
      '2026-09-05T20:00:00Z',
      '2026-09-06T04:00:00.000Z',
    ],
    [
      'on the next day if its day ends early',
      'America/Nuuk',
      '23:30',
      '2026-03-28T20:00:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'on the next day, which has begun already',
      'America/Nuuk',
      '23:30',
      '2026-03-29T01:10:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
  ])('fires %s', (_when, zone, timeOfDay, after, expected) => {
    expect(nextIn(zone, { timeOfDay }, after)).toBe(expected);
  });

  it.each([
    ['at the full local hour', 'Asia/Kolkata', 0, '2026-01-15T10:00:00Z', '2026-01-15T10:30:00.000Z'],
    ['again in an hour that is repeated', 'Europe/Berlin', 15, '2026-10-25T00:15:00Z', '2026-10-25T01:15:00.000Z'],
    ['after a minute that is skipped', 'Australia/Lord_Howe', 15, '2026-10-03T14:45:00Z', '2026-10-03T16:15:00.000Z'],
    [
      'after the last mark before a change',
      'Australia/Lord_Howe',
      45,
      '2026-10-03T15:15:00Z',
      '2026-10-03T15:45:00.000Z',
    ],
    ['twice in 30 minutes', 'Australia/Lord_Howe', 45, '2026-04-04T14:45:00Z', '2026-04-04T15:15:00.000Z'],
  ])('fires %s', (_when, zone, minuteOfHour, after, expected) => {
    expect(nextIn(zone, { minuteOfHour }, after)).toBe(expected);
  });

  it('at a minute always fires within an hour, at that minute', () => {
    const utc = offsetsOf('UTC');
    const fires = fc.property(fc.nat(59), fc.nat(2 ** 42), (minuteOfHour, nowMs) => {
      const at = nextTriggerTime({ minuteOfHour }, utc, nowMs) ?? NaN;
      expect(at > nowMs && at <= nowMs + hourMs).toBe(true);
      expect(at % hourMs).toBe(minuteOfHour * minuteMs);
    });
    fc.assert(fires);
  });
});

describe('the days of a trigger', () => {
  const monday = Date.UTC(2026, 10, 23) / 86_400_000;
  const datesOf = (rules: DayRules): readonly string[] =>
    Array.from({ length: 14 }, (_, index) => monday + index)
      .filter((day) => fallsOn(rules, day))
      .map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10));

  it.each([
    ['weekdays', { weekdays: ['mon', 'sun'] }, ['11-23', '11-29', '11-30', '12-06']],
    ['dates', { dates: ['2026-11-25', '2025-11-26', '12-01'] }, ['11-25', '12-01']],
    ['weekdays or dates', { weekdays: ['tue'], dates: ['2026-11-25'] }, ['11-24', '11-25', '12-01']],
    ['weekdays without exceptions', { weekdays: ['tue', 'wed'], except: ['11-24', '2026-12-02'] }, ['11-25', '12-01']],
    ['no days', { weekdays: [] }, []],
  ] as const)('are %s', (_what, rules, dates) => {
    expect(datesOf(rules)).toEqual(dates);
  });

  it('are all days without exceptions if nothing else is given', () => {
    expect(datesOf({})).toHaveLength(14);
    expect(datesOf({ except: ['11-24'] })).toHaveLength(13);
  });

  it.each([
    [{ timeOfDay: '06:00', weekdays: ['sat', 'sun'] }, '2026-11-28T05:00:00.000Z'],
    [{ minuteOfHour: 30, weekdays: ['sat'] }, '2026-11-27T23:30:00.000Z'],
    [{ minuteOfHour: 30, weekdays: ['tue'] }, '2026-11-23T23:30:00.000Z'],
    [{ timeOfDay: '06:00', dates: ['02-29'] }, '2028-02-29T05:00:00.000Z'],
    [{ minuteOfHour: 0, dates: ['2027-03-28'] }, '2027-03-27T23:00:00.000Z'],
    [{ timeOfDay: '06:00', dates: ['2026-11-01'] }, null],
    [{ minuteOfHour: 0, dates: ['2026-11-01'] }, null],
    [{ minuteOfHour: 0, dates: ['12-24'], except: ['2026-12-24', '2027-12-24'] }, '2028-12-23T23:00:00.000Z'],
  ] as const)('of %j in Berlin come next at %s', (trigger, expected) => {
    expect(nextIn('Europe/Berlin', trigger, '2026-11-23T12:00:00Z')).toBe(expected);
  });
});

it('a minute of the hour fires on the local day', () => {
  const trigger = { minuteOfHour: 30, weekdays: ['mon'] } as const;
  expect(nextIn('Europe/Berlin', trigger, '2026-11-23T22:45:00Z')).toBe('2026-11-29T23:30:00.000Z');
  expect(nextIn('America/New_York', trigger, '2026-11-23T04:00:00Z')).toBe('2026-11-23T05:30:00.000Z');
});

describe('a moment of local time', () => {
  it('shows that local time, unless a change of the clocks skips it', () => {
    const offsets = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Casablanca'].map(offsetsOf);
    const moments = fc.property(fc.nat(3), fc.integer({ min: 0, max: 2 ** 41 }), (zone, localMs) => {
      const offsetAt = offsets[zone] ?? machineOffsets;
      const moment = momentOf(localMs, offsetAt);
      const skippedMs = moment + offsetAt(moment) - localMs;
      if (skippedMs !== 0) expect(skippedMs).toBe(offsetAt(moment) - offsetAt(moment - 2 * hourMs));
    });
    fc.assert(moments);
  });
});
