// Points in time as text.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { UtcTime, utcTime } from '../../../domain/codec/utc-time.js';

it.each([
  ['2021-03-01T12:00:00.000Z', '2021-03-01T12:00:00.000Z'],
  ['2021-03-01T12:00Z', '2021-03-01T12:00:00.000Z'],
  ['2021-03-01T12:00:00.5Z', '2021-03-01T12:00:00.500Z'],
  ['2021-03-01T14:30:00+02:30', '2021-03-01T12:00:00.000Z'],
  ['2028-02-29T00:00:00-01:00', '2028-02-29T01:00:00.000Z'],
])('%s is read as %s', (text, utc) => {
  expect(UtcTime.decode(text)).toEqual(E.right(utc));
  expect([UtcTime.is(utc), UtcTime.is(text), UtcTime.encode(utc)]).toEqual([true, text === utc, utc]);
});

it.each([
  ...['', 'tomorrow', '2021-03-01', '2021-03-01T12:00:00', '2021-03-01 12:00:00Z', ' 2021-03-01T12:00:00Z'],
  ...['2021-02-30T12:00:00Z', '2021-02-29T12:00:00Z', '2021-13-01T12:00:00Z', '2021-03-01T25:00:00Z'],
  ...['2021-03-01T12:00:00.0000Z', '2021-03-01T12:00:00Z\n', '+012027-03-01T12:00:00Z'],
  ...['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00', 1_800_000_000_000, null],
])('%j is refused', (value) => {
  expect(UtcTime.decode(value)).toMatchObject({
    left: [{ message: 'a time in ISO 8601 with a time zone, such as 2021-03-01T12:00:00Z' }],
  });
  expect(UtcTime.is(value)).toBe(false);
});

it('a number of milliseconds is written in UTC', () => {
  expect(utcTime(0)).toBe('1970-01-01T00:00:00.000Z');
});
