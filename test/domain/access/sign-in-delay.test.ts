// Delays after failed sign-ins.
import { describe, expect, it } from 'vitest';
import {
  forgiveFailures,
  isExpired,
  noFailures,
  removeFailure,
  addFailure,
  freeFailures,
  isKnown,
  markKnown,
  waitMs,
} from '../../../domain/access/sign-in-delay.js';

const hourMs = 3_600_000;

const failedAt = (now: number, times: number) =>
  Array.from({ length: times }).reduce<typeof noFailures>((failed) => addFailure(failed, now), noFailures);

describe('failed sign-ins', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 5_000],
    [6, 10_000],
    [10, 160_000],
    [11, 300_000],
    [99, 300_000],
  ])('%i of them cause a delay of %i ms', (times, delayMs) => {
    expect(waitMs(failedAt(hourMs, times), hourMs)).toBe(delayMs);
  });

  it.each([
    [freeFailures.network - 1, freeFailures.network, 0],
    [freeFailures.network, freeFailures.network, 5_000],
    [freeFailures.account + 1, freeFailures.account, 10_000],
  ])('%i of them cause a delay where %i are free: %i ms', (times, free, delayMs) => {
    expect(waitMs(failedAt(hourMs, times), hourMs, free)).toBe(delayMs);
  });

  it('delay for a limited time', () => {
    const failed = failedAt(hourMs, 5);
    expect([hourMs + 1, hourMs + 4_999, hourMs + 5_000, 2 * hourMs].map((now) => waitMs(failed, now))).toEqual([
      ...[4_999, 1, 0, 0],
    ]);
  });

  it('expire after an hour without another', () => {
    const failed = failedAt(hourMs, 7);
    expect([2 * hourMs - 1, 2 * hourMs].map((now) => isExpired(failed, now))).toEqual([false, true]);
    // A reset is remembered as long, because it may happen once a minute only.
    const forgiven = forgiveFailures(failed, 1.5 * hourMs);
    expect([2.5 * hourMs - 1, 2.5 * hourMs].map((now) => isExpired(forgiven, now))).toEqual([false, true]);
    expect(addFailure(failed, 2 * hourMs)).toMatchObject({ count: 1, last: 2 * hourMs });
    expect(addFailure(failed, 2 * hourMs - 1)).toMatchObject({ count: 8, last: 2 * hourMs - 1 });
  });
});

describe('failures are reduced', () => {
  it('when an attempt didn’t fail', () => {
    expect(waitMs(removeFailure(failedAt(hourMs, 6)), hourMs)).toBe(5_000);
    expect(removeFailure(noFailures)).toEqual(noFailures);
  });

  it('by a success, at most once a minute', () => {
    const forgiven = forgiveFailures(failedAt(hourMs, 9), hourMs);
    expect([forgiven.count, waitMs(forgiven, hourMs)]).toEqual([0, 0]);
    const again = Array.from({ length: 6 }).reduce<typeof noFailures>((failed) => addFailure(failed, hourMs), forgiven);
    expect(forgiveFailures(again, hourMs + 59_999)).toEqual(again);
    expect(forgiveFailures(again, hourMs + 60_000).count).toBe(0);
  });

  it('never below none', () => {
    expect(forgiveFailures(noFailures, hourMs)).toEqual(noFailures);
  });
});

describe('@CONSOLE-37: what was stored while the clock was a year ahead', () => {
  const [now, ahead] = [hourMs, 366 * 24 * hourMs];

  it('delays as if it had failed now, and expires once the clock has passed it', () => {
    expect(waitMs(failedAt(ahead, 5), now)).toBe(5_000);
    expect(isExpired(failedAt(ahead, 5), now)).toBe(false);
  });

  it('counts as a reset and as a sign-in of now', () => {
    const forgiven = addFailure(forgiveFailures(failedAt(ahead, 5), ahead), now);
    expect(forgiveFailures(forgiven, now)).toBe(forgiven);
    const known = markKnown(noFailures, ahead);
    expect([isKnown(known, now), markKnown(known, now)]).toEqual([true, known]);
  });
});

describe('an address', () => {
  const dayMs = 86_400_000;

  it('is known for 90 days after a sign-in', () => {
    const known = markKnown(noFailures, hourMs);
    expect(isKnown(noFailures, hourMs)).toBe(false);
    expect([0, 90 * dayMs - 1, 90 * dayMs].map((later) => isKnown(known, hourMs + later))).toEqual([true, true, false]);
  });

  it('is stored at most once a day', () => {
    const known = markKnown(noFailures, hourMs);
    expect(markKnown(known, hourMs + dayMs - 1)).toBe(known);
    expect(markKnown(known, hourMs + dayMs).forgivenAt).toBe(hourMs + dayMs);
  });
});
