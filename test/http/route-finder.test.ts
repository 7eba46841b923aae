// The handler of a path: the length of its parameters, and paths that could mean two things.
import { describe, expect, it } from 'vitest';
import { createRestifyServer } from '../../adapters/http/server/restify-server.js';
import { routeFinder } from '../../adapters/http/server/route-finder.js';

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
