// What an operator should check.
import { expect, it } from 'vitest';
import { ConcernList } from '../../../../../adapters/web/console/ui/concern-list.js';
import { overlapMs, overlapOptions } from '../../../../../adapters/web/console/ui/overlap.js';
import { show, text } from '../../page-bench.js';

it.each([
  [5, /c5$/],
  [7, /c5 And 2 more\.$/],
])('of %d concerns, the first five are shown, and the others are counted', (count, wanted) => {
  show(<ConcernList concerns={Array.from({ length: count }, (_, index) => `c${String(index + 1)}`)} />);
  expect(text()).toMatch(wanted);
});

it('an old secret stays valid as long as its option reads', () => {
  const dayMs = 86_400_000;
  expect(overlapOptions('gone').map(({ value, label }) => [label, overlapMs[value]])).toEqual([
    ['Not at all', 0],
    ['1 hour', 3_600_000],
    ['1 day', dayMs],
    ['7 days', 7 * dayMs],
    ['30 days', 30 * dayMs],
  ]);
});
