// The periods that an automation has waited through.
import { describe, expect, it } from 'vitest';
import { periodAround, withPeriod, type Period, type Periods } from '../../../domain/studio/periods.js';

const period = (fromMs: number, untilMs: number): Period => ({ fromMs, untilMs });
const two: Periods = [period(10, 20), period(40, 50)];

describe('another period', () => {
  it.each([
    ['after the others is the newest', period(60, 70), [...two, period(60, 70)]],
    ['between the others is the newest', period(25, 35), [...two, period(25, 35)]],
    ['that begins in one is joined with it', period(45, 60), [period(10, 20), period(40, 60)]],
    ['that begins at the end of one is joined with it', period(50, 60), [period(10, 20), period(40, 60)]],
    ['that ends at the start of one is joined with it', period(5, 10), [period(40, 50), period(5, 20)]],
    ['that touches both joins them', period(20, 40), [period(10, 50)]],
    ['around both replaces them', period(0, 60), [period(0, 60)]],
    ['that is empty changes nothing', period(30, 30), two],
    ['that ends before it starts changes nothing', period(35, 30), two],
  ])('%s', (_, added, periods) => {
    expect(withPeriod(two, added)).toEqual(periods);
  });

  it('replaces the oldest of 100', () => {
    const many = Array.from({ length: 101 }, (_, index) => period(10 * index, 10 * index + 5));
    expect(many.reduce<Periods>(withPeriod, [])).toEqual(many.slice(1));
  });
});

describe('the period around a moment', () => {
  it.each([
    [10, undefined],
    [11, period(10, 20)],
    [20, period(10, 20)],
    [21, undefined],
    [50, period(40, 50)],
  ])('at %d ms is %j', (ms, around) => {
    expect(periodAround(two, ms)).toEqual(around);
  });
});
