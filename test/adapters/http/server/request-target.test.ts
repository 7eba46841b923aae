// What a request target means, and what a browser has added to the request.
import { describe, expect, it } from 'vitest';
import { browserFacts } from '../../../../adapters/http/server/browser-facts.js';
import { hasTooManyParameters, isAmbiguousPath, parseTarget } from '../../../../adapters/http/server/request-target.js';

describe('a target', () => {
  it.each([
    ['/a/%zz', true],
    ['/a/%zz?b=c', true],
    ['/a/%00?b=c', true],
    ['/a?b%00=c', true],
    ['/a?b=%00', true],
    ['/a?b=c&%zz=d', true],
    ['/a?%zz=d&b=c', true],
    ['/a?b=%00&c=d', true],
    ['/a/%41?b%41=%41', false],
  ])('%s is malformed: %s', (target, malformed) => {
    expect(parseTarget(target).malformed).toBe(malformed);
  });

  it('has up to 128 parameters, of which no further one is read', () => {
    const target = (parameters: number): string =>
      `/a?${Array.from({ length: parameters }, (_, at) => String(at)).join('&')}`;
    expect([128, 129].map((count) => hasTooManyParameters(target(count)))).toEqual([false, true]);
    expect(parseTarget(target(129)).query.size).toBe(128);
  });

  it.each([
    ['/a?b=c=d', { b: ['c=d'] }],
    ['/a?b==', { b: ['='] }],
    ['/a?=b&c', { '': ['b'], c: [''] }],
  ])('%s has the parameters %j: a name ends at its first equals sign', (target, query) => {
    expect(Object.fromEntries(parseTarget(target).query)).toEqual(query);
  });

  it.each([
    ['http://a.example:80/b?c=d', 'a.example:80', '/b'],
    ['HTTPS://a.example/b', 'a.example', '/b'],
    ['https://a.example', 'a.example', '/'],
    ['https://a.example?c=d', 'a.example', '/'],
    ['/b', undefined, '/b'],
  ])('%s has the authority %s', (target, authority, path) => {
    expect(parseTarget(target)).toMatchObject({ path, ...(authority === undefined ? {} : { authority }) });
    expect(parseTarget(target).authority).toBe(authority);
  });

  it.each(['/..', '/a/..', '/a/.', '/a/%2E%2e', '/a/%2e/b', '/a//b', '//', '/a\\b', '*'])(
    '%s could mean another path',
    (path) => {
      expect(isAmbiguousPath(path)).toBe(true);
    },
  );

  it.each(['/', '/a/', '/a/..b', '/a/.b', '/a/b..', '/a/%2e%2e%2e'])('%s has one meaning', (path) => {
    expect(isAmbiguousPath(path)).toBe(false);
  });
});

describe('the facts of a browser', () => {
  it.each([
    [{ 'sec-fetch-mode': 'cors' }, true, true],
    [{ 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }, true, false],
    [{ 'sec-fetch-mode': 'navigate' }, true, false],
    [{ 'sec-fetch-dest': 'image' }, true, false],
    [{}, false, false],
  ])('of %j: Sec-Fetch headers %s, the mode CORS alone %s', (headers, secFetch, corsModeOnly) => {
    expect(browserFacts({ scheme: 'http', headers })).toMatchObject({ secFetch, corsModeOnly });
  });

  it.each([
    [{ 'sec-purpose': 'prefetch;prerender' }, true],
    [{ 'sec-purpose': ['none', 'prefetch;anonymous-client-ip'] }, true],
    [{ purpose: 'Prefetch' }, true],
    [{ 'x-purpose': 'preview' }, true],
    [{ 'x-moz': 'prefetch' }, true],
    [{ 'x-purpose': 'panel' }, false],
    [{}, false],
  ])('of %j: speculative %s', (headers, isSpeculative) => {
    expect(browserFacts({ scheme: 'http', headers })).toMatchObject({ isSpeculative });
  });
});
