// What the page knows of the services of studios.
import { expect, it } from 'vitest';
import { useIgnoresEnds } from '../../../../../adapters/web/console/studios/queries.js';
import { hook } from '../../page-bench.js';
import { serviceOf, studioOf } from '../fixtures.js';

it.each([
  [{ service: serviceOf() }, false],
  [{ service: serviceOf({ version: null }) }, true],
  [{ service: null }, true],
  [{ service: null, connected: false }, false],
])('a service ignores the ends of addresses: %j %s', (change, ignores) => {
  const around = { answers: [[['studios'], [studioOf('a', change)]]] as const };
  expect(['a', 'b'].map((id) => hook(() => useIgnoresEnds(id), around).current())).toEqual([ignores, false]);
});
