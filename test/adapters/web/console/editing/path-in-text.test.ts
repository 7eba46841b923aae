// Where in the studio file a place in its text is.
import { expect, it } from 'vitest';
import { pathAt } from '../../../../../adapters/web/console/editing/path-in-text.js';

it.each([
  ['', [], false],
  ['na', [], false],
  ['status: ', ['status'], true],
  ['signals:\n  - ', ['signals'], false],
  ['signals:\n  - id: a\n    na', ['signals'], false],
  ['signals:\n  - id: a\n    line:\n      con', ['signals', 'line'], false],
  ['signals:\n  - id: a\n    line:\n      connection: ', ['signals', 'line', 'connection'], true],
  ['signals:\n  - id: a\ncameras:\n  - ', ['cameras'], false],
  ['signals:\n  - { id: a, na', ['signals'], false],
  ['signals:\n  - { id: a, line: { connection: x, coil: ', ['signals', 'coil'], true],
  ['status: off_air\n', [], false],
])('%j is at %j', (text, path, isValue) => {
  expect(pathAt(text)).toEqual({ path, isValue });
});
