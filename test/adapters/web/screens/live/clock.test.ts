// The time of day on screens.
import { expect, it } from 'vitest';
import { timeOfDay } from '../../../../../adapters/web/screens/live/clock.js';

it.each([
  ['Europe/Berlin', '01:05:09'],
  ['America/New_York', '19:05:09'],
  ['UTC', '00:05:09'],
  ['Nowhere/Else', ''],
  [undefined, ''],
])('is that of the zone %s: %s', (zone, time) => {
  expect(timeOfDay(Date.UTC(2026, 0, 31, 0, 5, 9), zone)).toBe(time);
});
