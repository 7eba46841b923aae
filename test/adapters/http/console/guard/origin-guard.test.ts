// What the console's server reads of a request's headers: cookies, entity tags, origins, and the way that it came.
import { describe, expect, it } from 'vitest';
import { isEncrypted, isLocal } from '../../../../../adapters/http/console/guard/client-address.js';
import { isCrossOrigin } from '../../../../../adapters/http/console/guard/origin-guard.js';
import {
  noPendingCookie,
  pendingCookie,
  pendingOf,
} from '../../../../../adapters/http/console/guard/pending-cookie.js';
import {
  noSessionCookie,
  sessionCookie,
  sessionKeyOf,
} from '../../../../../adapters/http/console/guard/session-cookie.js';
import { entityTag, hasSeen } from '../../../../../adapters/http/console/routes/entity-tag.js';
import type { HttpRequest } from '../../../../../adapters/http/server/request.js';
import { range } from '../../../../domain/fixtures.js';

const request = (changes: Partial<HttpRequest> = {}): HttpRequest =>
  ({ method: 'POST', scheme: 'http', address: '192.0.2.1', headers: {}, ...changes }) as HttpRequest;

describe('the session key', () => {
  it.each([
    ['studio_console_session=key', 'key'],
    ['a=b; studio_console_session=key=; c=d', 'key='],
    ['studio_console_session=one;studio_console_session=two', 'one'],
    ['studio_console_session=', ''],
    ['studio_console_session_id=key', undefined],
    ['my_studio_console_session=key', undefined],
    ['Studio_console_session=key', undefined],
    ['__Host-studio_console_session=key', undefined],
    [undefined, undefined],
  ])('of the cookies %s is %s', (cookie, key) => {
    expect(sessionKeyOf({ cookie }, false)).toBe(key);
  });

  it('is another cookie over an encrypted connection', () => {
    const cookie = 'studio_console_session=plain; __Host-studio_console_session=secure';
    expect([sessionKeyOf({ cookie }, true), sessionKeyOf({ cookie }, false)]).toEqual(['secure', 'plain']);
    expect(sessionKeyOf({ cookie: 'studio_console_session=plain' }, true)).toBeUndefined();
  });
});

it('cookies are set and deleted with all their attributes', () => {
  const session = 'studio_console_session=key; Path=/; HttpOnly; SameSite=Strict; Max-Age=1';
  expect(sessionCookie('key', 1_999, false)).toEqual(session);
  expect(sessionCookie('key', 1_999, true)).toEqual(`__Host-${session}; Secure`);
  const gone = 'studio_console_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0';
  expect([noSessionCookie(false), noSessionCookie(true)]).toEqual([gone, `__Host-${gone}; Secure`]);
  const pending = 'studio_console_sign_in=a; Path=/sign-in/oidc; HttpOnly; SameSite=Lax; Max-Age=600';
  expect([pendingCookie('a', false), noPendingCookie(false)]).toEqual([
    pending,
    'studio_console_sign_in=; Path=/sign-in/oidc; HttpOnly; SameSite=Lax; Max-Age=0',
  ]);
  expect([pendingCookie('a', true), noPendingCookie(true)]).toEqual([
    '__Host-studio_console_sign_in=a; Path=/; HttpOnly; SameSite=Lax; Max-Age=600; Secure',
    '__Host-studio_console_sign_in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
  ]);
  const cookie = 'studio_console_sign_in=a; __Host-studio_console_sign_in=b';
  expect([pendingOf({ cookie }, false), pendingOf({ cookie }, true), pendingOf({}, true)]).toEqual(['a', 'b', '']);
});

it.each([
  [undefined, true],
  ['*', true],
  [' * ', true],
  ['"a-1"', true],
  ['"b", "a-1"', true],
  ['"b","a-1" ,"c"', true],
  ['', false],
  ['a-1', false],
  ['W/"a-1"', false],
  ['"a-12"', false],
  ['"A-1"', false],
  ['"b", "c"', false],
])('If-Match: %s lists the tag: %s', (ifMatch, isListed) => {
  expect(hasSeen({ 'if-match': ifMatch })('a-1')).toBe(isListed);
  expect(entityTag('a-1')).toBe('"a-1"');
});

describe('a request that changes something', () => {
  const host = 'console.example:8443';
  it.each([
    [{}, false],
    [{ origin: 'https://console.example:8443' }, false],
    [{ origin: 'http://CONSOLE.example:8443' }, false],
    [{ origin: 'https://console.example' }, true],
    [{ origin: 'https://console.example:8444' }, true],
    [{ origin: 'https://console.example.org:8443' }, true],
    [{ origin: 'null' }, true],
    [{ origin: 'file://console.example:8443' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-origin, Cross-Site' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://console.example:8443' }, true],
  ])('with %j is of another origin: %s', (headers, isOther) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(isCrossOrigin({ method, headers: { host, ...headers } })).toBe(isOther);
    for (const method of ['GET', 'HEAD']) expect(isCrossOrigin({ method, headers: { host, ...headers } })).toBe(false);
  });

  it('is of another origin if the default port of its page is not that of the console', () => {
    const crosses = (origin: string, own: string) => isCrossOrigin({ method: 'POST', headers: { origin, host: own } });
    expect(crosses('https://console.example', 'console.example')).toBe(false);
    expect(crosses('https://console.example', 'console.example:443')).toBe(false);
    expect(crosses('https://console.example', 'console.example:80')).toBe(true);
    expect(isCrossOrigin({ method: 'POST', headers: { origin: 'https://console.example' } })).toBe(true);
  });
});

it('a request is local only from this host itself, and encrypted here or up to a trusted proxy', () => {
  expect(
    [
      request({ address: '127.0.0.1' }),
      request({ address: '::ffff:127.0.0.2' }),
      request({ address: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } }),
      request(),
    ].map(isLocal),
  ).toEqual([true, true, false, false]);
  const trusted = [range('10.0.0.0/8'), range('192.0.2.1')];
  const forwarded = (proto: string, address = '192.0.2.1') =>
    isEncrypted(trusted, request({ address, headers: { 'x-forwarded-proto': proto } }));
  expect([forwarded('https'), forwarded('https', '10.1.1.1'), forwarded('https', '192.0.2.2')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([forwarded('http'), forwarded('https,http'), isEncrypted(trusted, request())]).toEqual([false, false, false]);
  expect(isEncrypted([], request({ scheme: 'https' }))).toBe(true);
});
