// The options of a display in its address.
import { expect, it } from 'vitest';
import { shownParts, textSize } from '../../../../../adapters/web/screens/display/options.js';

const all = ['remaining', 'clip', 'lamp'] as const;

it.each([
  ['', ['remaining', 'clip', 'lamp'], []],
  ['show=lamp,Remaining', ['remaining', 'lamp'], []],
  ['show=', [], []],
  ['show=clip, time', ['clip'], ['time']],
])('@DISPLAY-1: %s shows %o', (query, parts, unknown) => {
  const shown = shownParts(all, new URLSearchParams(query));
  expect([[...shown.parts], shown.unknown]).toEqual([parts, unknown]);
});

it.each([
  ['', 1],
  ['size=1.5', 1.5],
  ['size=100', 4],
  ['size=0.1', 0.25],
  ['size=0', 1],
  ['size=large', 1],
])('@DISPLAY-1: the text with "%s" is multiplied by %d', (query, size) => {
  expect(textSize(new URLSearchParams(query))).toBe(size);
});
