// What differs between two values of a studio file, in words.
import { expect, it } from 'vitest';
import { changes } from '../../../domain/editing/changes.js';

const door = { id: 'door', name: 'Door' };
const light = { id: 'light', name: 'Light' };

it.each([
  [{ name: 'A' }, { name: 'A' }, []],
  [{ name: 'A' }, { name: 'B' }, ['name: A → B']],
  [{}, { signals: [door] }, ['signals.door: added, { id: door, name: Door }']],
  [{ signals: [door] }, { signals: [door, light] }, ['signals.light: added, { id: light, name: Light }']],
  [{ signals: [door, light] }, { signals: [light] }, ['signals.door: removed']],
  [{ signals: [door, light] }, { signals: [light, door] }, ['signals: the order is light, door']],
  [{ signals: [door] }, { signals: [{ ...door, name: 'Gate' }] }, ['signals.door.name: Door → Gate']],
  [{ steps: [1, 2] }, { steps: [1, 3] }, ['steps.2: 2 → 3']],
  [{ steps: [door] }, { steps: [1] }, ['steps.1: { id: door, name: Door } → 1']],
  [{}, { steps: [[1, 'a'], []] }, ['steps: added, [[1, a], []]']],
  [{ line: { on: true } }, { line: null }, ['line: { on: true } → null']],
  [1, 'x'.repeat(100), [`: 1 → ${'x'.repeat(79)}…`]],
])('%j and %j', (before, after, texts) => {
  expect(changes(before, after)).toEqual(texts);
});
