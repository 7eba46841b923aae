// The name that was probably meant.
import { expect, it } from 'vitest';
import { nearestName } from '../../../domain/codec/nearest-name.js';

const names = ['media', 'loop', 'transition', 'durationMs', 'id'];

it.each([
  ['medai', 'media'],
  ['MEDIA', 'media'],
  ['lop', 'loop'],
  ['duration', 'durationMs'],
  ['transitoin', 'transition'],
  ['idd', 'id'],
  ['colour', undefined],
  ['', undefined],
  ['mediaxy', undefined],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), undefined],
])('of %j is %j', (name, nearest) => {
  expect(nearestName(name, [...names, '', 'x'.repeat(64), 'x'.repeat(66)])).toBe(nearest);
});

it('is the nearer one of two', () => {
  expect(nearestName('angel', ['angles', 'angle'])).toBe('angle');
});
