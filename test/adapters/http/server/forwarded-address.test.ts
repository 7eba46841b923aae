// The address of a caller behind proxies: only what a trusted proxy has added is believed.
import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../../../adapters/http/server/forwarded-address.js';
import { isEncrypted, isLocal } from '../../../../adapters/http/console/guard/client-address.js';
import type { HttpRequest } from '../../../../adapters/http/server/request.js';
import { range } from '../../../domain/fixtures.js';

const trusted = ['10.0.0.0/24', '2001:db8::1'].map(range);

const from = (address: string, forwarded: string | string[] | undefined): string =>
  clientAddress(trusted, { address, headers: { 'x-forwarded-for': forwarded } }).text;

describe('the address of a caller', () => {
  it.each([
    ['of nobody behind a proxy', '198.51.100.7', undefined, '198.51.100.7'],
    ['who forges the header', '198.51.100.7', '127.0.0.1', '198.51.100.7'],
    ['behind a proxy', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['behind a proxy over IPv6', '2001:db8::1', '198.51.100.7', '198.51.100.7'],
    ['who forges an address before its own', '10.0.0.1', '127.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['behind two proxies', '10.0.0.1', '198.51.100.7,10.0.0.2', '198.51.100.7'],
    ['who is a proxy itself, behind another', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['who is a proxy itself', '10.0.0.1', undefined, '10.0.0.1'],
    ['with an empty header', '10.0.0.1', '', '10.0.0.1'],
  ])('%s: %s, %s', (_, address, forwarded, expected) => {
    expect(from(address, forwarded)).toBe(expected);
  });

  it('is read from repeated headers as from one', () => {
    expect(from('10.0.0.1', ['127.0.0.1', '198.51.100.7'])).toBe('198.51.100.7');
  });

  it('@ADDRESS-12: is unknown if the proxy states something else', () => {
    for (const text of ['unknown', '198.51.100.7:443', '198.51.100.7,'])
      expect(from('10.0.0.1', text)).not.toMatch(/^(10|198|127)\./);
  });
});

/** A request with these properties; the guard reads no others. */
const requestFrom = (address: string, headers: Record<string, string> = {}, scheme = 'http'): HttpRequest =>
  ({ address, headers, scheme }) as unknown as HttpRequest;

describe('a request comes from this host', () => {
  it.each([
    ['127.0.0.1', undefined, true],
    ['::1', undefined, true],
    ['::ffff:127.0.0.1', undefined, true],
    ['127.0.0.1', '198.51.100.7', false],
    ['127.0.0.1', '127.0.0.1', false],
    ['127.0.0.1', '', false],
    ['198.51.100.7', undefined, false],
    ['', undefined, false],
  ])('%s, forwarded for %s: %s', (address, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(isLocal(requestFrom(address, headers))).toBe(expected);
  });
});

describe('a request is encrypted', () => {
  it.each([
    ['https', '198.51.100.7', undefined, true],
    ['http', '10.0.0.1', 'https', true],
    ['http', '10.0.0.1', 'http', false],
    ['http', '10.0.0.1', undefined, false],
    ['http', '10.0.1.1', 'https', false],
    ['http', '127.0.0.1', 'https', false],
    ['http', '10.0.0.1', 'https, http', false],
    ['http', '10.0.0.1', 'http, https', false],
  ] as const)('%s from %s, forwarded as %s: %s', (scheme, address, proto, expected) => {
    const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
    expect(isEncrypted(trusted, requestFrom(address, headers, scheme))).toBe(expected);
  });
});
