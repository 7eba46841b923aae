// The nearest name, and the distance between two texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../domain/codec/edit-distance.js';
import { suggestionOf } from '../../../domain/failure.js';
import { knownNames, notFound } from '../../../domain/studio/nearest.js';

/** The distance, computed by its definition. */
const byDefinition = (one: string, other: string): number => {
  if (one === '' || other === '') return one.length + other.length;
  const [first, second] = [one.slice(1), other.slice(1)];
  const [swapped, start] = [one.slice(0, 2).split('').reverse().join(''), other.slice(0, 2)];
  const isSwap = swapped.length > 1 && swapped === start;
  return Math.min(
    byDefinition(first, other) + 1,
    byDefinition(one, second) + 1,
    byDefinition(first, second) + (one.slice(0, 1) === other.slice(0, 1) ? 0 : 1),
    isSwap ? byDefinition(one.slice(2), other.slice(2)) + 1 : Infinity,
  );
};

const shortText = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

describe('the distance of two texts', () => {
  it('is that of its definition, up to the limit', () => {
    fc.assert(
      fc.property(shortText, shortText, fc.nat(4), (one, other, limit) => {
        const distance = byDefinition(one, other);
        expect(editDistance(one, other, limit)).toBe(distance <= limit ? distance : undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});

const suggestionFor = (reference: string, ...names: string[]): string | undefined =>
  suggestionOf(
    notFound('signal', reference, 'there is none', () =>
      names.flatMap((name) => knownNames(name, [], [`The ${name}`])),
    ),
  )?.nearest();

describe('the nearest name', () => {
  it.each([
    ['mic-lvie', '"mic-live"'],
    ['MIC LIVE', '"mic-live"'],
    ['mic', '"mic-live"'],
    ['the mic-live', '"mic-live" (The mic-live)'],
    ['door', undefined],
    ['', undefined],
    ['mic-live'.repeat(20), undefined],
  ])('to "%s" is %s', (reference, shown) => {
    expect(suggestionFor(reference, 'red-light', 'mic-live')).toBe(shown);
  });

  it.each([
    ['daars', 'doors', '"doors"'],
    ['daaxs', 'doors', undefined],
    ['the old mic-live line', 'mic-live', '"mic-live"'],
    ['mi', 'mic-live', undefined],
    ['x'.repeat(128), `${'x'.repeat(127)}y`, `"${'x'.repeat(127)}y"`],
    ['x'.repeat(129), 'x'.repeat(128), undefined],
  ])('to %j of %j alone is %s', (reference, name, shown) => {
    expect(suggestionFor(reference, name)).toBe(shown);
  });

  it.each([
    ['station', 'station'],
    ['signal', 'signals'],
    ['macro', 'macros'],
    ['automation', 'automations'],
    ['output', 'outputs'],
    ['bank', 'outputs'],
    ['clip', 'outputs'],
    ['camera', 'cameras'],
    ['angle', 'cameras'],
    ['variable', 'variables'],
  ] as const)('of a %s is for callers that may read %s', (kind, feature) => {
    expect(suggestionOf(notFound(kind, 'x', 'there is none', () => []))?.feature).toBe(feature);
  });

  it('is the first of those that are equally near', () => {
    expect(suggestionFor('sig-9', 'sig-1', 'sig-2')).toBe('"sig-1"');
  });

  it('@ERROR-26: is looked for among 2,000 records', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `camera-${String(index)}-${'news'.repeat(index % 9)}`);
    expect(suggestionFor('mic-lvie', ...names, 'mic-live')).toBe('"mic-live"');
  });

  it('@ERROR-26: is not looked for beyond a bound, so that long names that are nearly the same take no time', () => {
    const similar = Array.from({ length: 2_000 }, (_, index) => `a${'q'.repeat(50)}-${String(index)}-zzz`);
    const reference = `b${'q'.repeat(50)}-1000-yyy`;
    expect(suggestionFor(reference, ...similar.slice(0, 10), `b${'q'.repeat(50)}-1000-yyz`)).toMatch(/yyz"$/);
    expect(suggestionFor(reference, ...similar, `b${'q'.repeat(50)}-1000-yyz`)).toBeUndefined();
  });
});
