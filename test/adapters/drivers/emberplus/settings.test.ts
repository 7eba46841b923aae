// Paths of elements in the settings of a line.
import { expect, it } from 'vitest';
import { EmberLine } from '../../../../adapters/drivers/emberplus/settings.js';

const isPath = (path: string): boolean => EmberLine.is({ parameter: path });

it('a path has up to 32 elements, by identifiers or by numbers, and none of them is empty', () => {
  for (const [name, separator] of [
    ['Mic 1', '/'],
    ['300', '.'],
  ] as const) {
    expect(isPath(Array(32).fill(name).join(separator))).toBe(true);
    expect(isPath(Array(33).fill(name).join(separator))).toBe(false);
  }
  expect(['A//B', '/A', 'A/', '', 'x'.repeat(513)].map(isPath)).toEqual([false, false, false, false, false]);
  expect(['A', '1', '1.2.', 'x'.repeat(512)].map(isPath)).toEqual([true, true, true, true]);
});
