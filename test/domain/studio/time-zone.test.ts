// Days in time zones.
import { describe, expect, it } from 'vitest';
import { localDay, machineOffsets, offsetsOf, zoneName, zoneOffsets } from '../../../domain/studio/time-zone.js';
import { noon } from '../fixtures.js';

describe('the day of a moment', () => {
  it.each([
    ['UTC', '2026-01-31T23:59:59.999Z', '2026-01-31'],
    ['Asia/Tokyo', '2026-01-31T14:59:59.999Z', '2026-01-31'],
    ['Asia/Tokyo', '2026-01-31T15:00:00.000Z', '2026-02-01'],
    ['America/New_York', '2026-03-01T04:59:59.000Z', '2026-02-28'],
  ])('is that of the time zone %s: %s is on %s', (zone, time, day) => {
    expect(localDay(zoneOffsets(zone), Date.parse(time))).toBe(day);
  });

  it("is the machine's without a time zone", () => {
    expect(zoneOffsets(undefined)).toBe(machineOffsets);
    expect(localDay(offsetsOf(zoneName(undefined)), noon)).toBe(localDay(machineOffsets, noon));
  });
});
