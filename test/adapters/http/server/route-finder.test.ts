// The handler of a path: the length of its parameters, and paths that could mean two things.
import { describe, expect, it, vi } from 'vitest';
import { createRestifyServer } from '../../../../adapters/http/server/restify-server.js';
import { routeFinder } from '../../../../adapters/http/server/route-finder.js';

const find = routeFinder(
  createRestifyServer(undefined),
  new Map([
    ['/a', 'all'],
    ['/a/:id', 'one'],
  ]),
  'fallback',
);

describe('the route finder', () => {
  it.each([
    ['/a/1', 'one', { id: ['1'] }],
    ['/a/1/', 'one', { id: ['1'] }],
    ['/a/%41', 'one', { id: ['A'] }],
    [`/a/${'x'.repeat(1_024)}`, 'one', { id: ['x'.repeat(1_024)] }],
  ])('finds the handler and the parameters of %s', (path, handler, parameters) => {
    const found = find(path);
    expect(found.handler).toBe(handler);
    expect(Object.fromEntries(found.pathParameters)).toEqual(parameters);
  });

  it.each(['/a//1', '/a/%zz', '/a/%00', '/b/1', `/a/${'x'.repeat(1_025)}`])('finds no handler of %s', (path) => {
    expect(find(path).handler).toBe('fallback');
  });

  it('finds the same again, also after more paths than it keeps', () => {
    const ids = Array.from({ length: 3_000 }, (_, number) => String(number));
    for (const id of [...ids, ...ids]) {
      const found = find(`/a/${id}`);
      expect([found.handler, found.pathParameters.get('id')]).toEqual(['one', [id]]);
    }
  });
});

describe('what the route finder keeps', () => {
  const others = (count: number) => Array.from({ length: count }, (_, number) => `/a/other-${String(number)}`);

  it.each([
    ['a path', '/a/1', [], 1],
    ['the longest path that it keeps', `/a/${'x'.repeat(253)}`, [], 1],
    ['a longer path', `/a/${'x'.repeat(254)}`, [], 2],
    ['a path that it does not have', '/b', [], 2],
    ['a path before as many others as it keeps', '/a/1', others(1_023), 1],
    ['a path before more others', '/a/1', others(1_024), 2],
  ])('%s is routed as often as needed', (_what, path, between, times) => {
    const server = createRestifyServer(undefined);
    const lookup = vi.spyOn(server.router, 'lookup');
    const findCounted = routeFinder(server, new Map([['/a/:id', 'one']]), 'fallback');
    const first = findCounted(path);
    for (const other of between) findCounted(other);
    expect(findCounted(path)).toEqual(first);
    expect(lookup.mock.calls.filter(([{ getUrl }]) => getUrl().pathname === path)).toHaveLength(times);
  });
});
