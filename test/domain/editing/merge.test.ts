// Two changes of one value together.
import { expect, it } from 'vitest';
import { merge } from '../../../domain/editing/merge.js';

const door = { id: 'door', name: 'Door' };
const light = { id: 'light', name: 'Light' };
const bell = { id: 'bell', name: 'Bell' };

it.each([
  ['what only one has changed', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
  ['the same change', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }],
  ['fields that one adds and one removes', { a: 1 }, { a: 1, b: 1 }, {}, { b: 1 }],
  ['entries by their ids', [door], [{ ...door, name: 'Gate' }], [light, door], [light, { ...door, name: 'Gate' }]],
  ['entries that both add', [door], [door, light], [door, bell], [door, bell, light]],
  ['entries that both add to nothing', [], [light], [bell], [bell, light]],
  ['an order that only mine changes', [door, light], [light, door], [door, light, bell], [light, bell, door]],
  [
    'an order that only theirs changes',
    [door, light],
    [door, { ...light, name: 'Lamp' }],
    [light, door],
    [{ ...light, name: 'Lamp' }, door],
  ],
  ['an entry that is removed', [door, light], [door], [door, { ...light }], [door]],
])('takes %s', (_, base, mine, theirs, value) => {
  expect(merge(base, mine, theirs)).toEqual({ value, conflicts: [] });
});

it.each([
  [
    'a value',
    { signals: [door] },
    { signals: [{ ...door, name: 'Gate' }] },
    { signals: [{ ...door, name: 'Hatch' }] },
    'signals.door.name',
  ],
  [
    'an entry that one removes',
    { signals: [door] },
    { signals: [] },
    { signals: [{ ...door, name: 'Hatch' }] },
    'signals.door',
  ],
  ['entries without ids', { steps: [1] }, { steps: [2] }, { steps: [3] }, 'steps'],
  ['values of other kinds', { line: { a: 1 } }, { line: [1] }, { line: { a: 2 } }, 'line'],
])('keeps mine where both change %s, and names the place', (_, base, mine, theirs, path) => {
  expect(merge(base, mine, theirs)).toEqual({ value: mine, conflicts: [path] });
});
