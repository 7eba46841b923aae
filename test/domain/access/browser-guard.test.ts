// The browser guard: which browser requests pass for callers admitted by address alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  browserRefusal,
  isOwnHost,
  ownNames,
  passesBrowserGuard,
  type BrowserHeaders,
} from '../../../domain/access/browser-guard.js';
import { noBrowser } from '../fixtures.js';

const names = ownNames('Studio-Host', ['control.example', ' Panel.Example ', '']);

/** A program's request, without a browser's headers. */
const program: BrowserHeaders = { ...noBrowser, host: '192.168.1.20:3002' };

/** A browser's request to an own name. */
const browser: BrowserHeaders = { ...program, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' };

const passes = (facts: Partial<BrowserHeaders>, kind = browser): boolean =>
  passesBrowserGuard(names, { ...kind, ...facts });

describe('a program', () => {
  it.each(['192.168.1.20:3002', 'attacker.example', 'anything at all', '', undefined])(
    'passes with Host %j',
    (host) => {
      expect(passes({ host }, program)).toBe(true);
    },
  );

  it.each(['curl/8.9', 'Companion Mozilla/5.0', 'mozilla/5.0', 'Mozilla', ''])('may call itself %j', (userAgent) => {
    expect(passes({ host: 'attacker.example', userAgent }, program)).toBe(true);
  });
});

describe('a browser', () => {
  it.each<[string, Partial<BrowserHeaders>]>([
    ['a User-Agent of Mozilla/', { userAgent: 'Mozilla/5.0' }],
    ['a Sec-Fetch header', { secFetch: true }],
    ['an Origin', { origin: 'http://attacker.example' }],
    ['a Referer', { referer: 'http://attacker.example/' }],
  ])('is recognized by %s, and refused under a foreign name', (_, facts) => {
    expect(passes({ host: 'attacker.example', ...facts }, program)).toBe(false);
  });
});

describe('an own name', () => {
  it.each([
    ...['192.168.1.20', '192.168.1.20:3002', '127.0.0.1:3002', '[::1]:3002', '[FD00::7]', '[::ffff:10.0.0.1]:80'],
    ...['localhost', 'LOCALHOST:3002', 'studio-host', 'Studio-Host:3002', 'studio-host.local', 'STUDIO-HOST.LOCAL:1'],
    ...['control.example', 'panel.example:3002'],
  ])('%s is', (host) => {
    expect(passes({ host })).toBe(true);
  });

  it.each([
    ...['attacker.example', 'attacker.example:3002', 'studio-host.attacker.example', '127.0.0.1.attacker.example'],
    ...['studio-host.lan', 'studio-host.', 'localhost.attacker.example', 'notlocalhost', 'local', 'example'],
    ...['2130706433', '0x7f.1', '127.1', '0177.0.0.1', '127.0.0.1%attacker.example', 'localhost%00', '::1', 'fd00::7'],
    ...[
      '[::1',
      '::1]',
      '[localhost]',
      '[fe80::1%25eth0]',
      '[::1]x',
      '[]',
      '',
      ' ',
      ':3002',
      'localhost:',
      'localhost:x',
    ],
    ...[
      'localhost:300200',
      'localhost:-1',
      'user@localhost',
      'localhost/path',
      'localhost?',
      'localhost#',
      'localhost\\x',
    ],
    ...['localhost localhost', 'localhost,attacker.example'],
  ])('%j is not', (host) => {
    expect(passes({ host })).toBe(false);
  });

  it('is not a missing Host, as in HTTP/1.0', () => {
    expect(passes({ host: undefined })).toBe(false);
    expect(passes({ host: undefined, origin: 'http://localhost' })).toBe(false);
  });

  it('is never empty, even if configured', () => {
    const facts = { ...browser, host: undefined, origin: 'http://user@attacker.example' };
    expect(passesBrowserGuard(ownNames('', ['', ' ']), facts)).toBe(false);
  });

  it('is no name that merely contains an own one', () => {
    const dns = fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,8}$/);
    const isForeign = fc.property(dns, fc.constantFrom('localhost', 'studio-host', '127.0.0.1'), (name, own) => {
      expect([`${own}.${name}`, `${name}.${own}`, `${own}${name}`].map((host) => passes({ host }))).toEqual([
        ...[false, false, false],
      ]);
    });
    fc.assert(isForeign);
  });
});

describe('Sec-Fetch-Site', () => {
  it.each(['cross-site', 'same-site', 'Cross-Site', ' same-site ', 'none, cross-site', 'same-site,same-origin'])(
    '%j is refused',
    (secFetchSite) => {
      expect(passes({ secFetchSite, secFetch: true }, program)).toBe(false);
    },
  );

  it.each(['none', 'same-origin'])('%s passes', (secFetchSite) => {
    expect(passes({ secFetchSite, secFetch: true }, program)).toBe(true);
  });
});

describe('Origin', () => {
  it.each([
    ['localhost:3002', 'http://localhost:3002'],
    ['localhost:3002', 'HTTP://LocalHost:3002'],
    ['localhost', 'http://localhost:80'],
    ['localhost:80', 'http://localhost'],
    ['127.0.0.1:03002', 'http://127.0.0.1:3002'],
    ['[0:0::1]:3002', 'http://[::1]:3002'],
    ['control.example:3002', 'http://control.example:3002'],
  ])('of Host %s may be %s', (host, origin) => {
    expect(passes({ host, origin })).toBe(true);
  });

  it.each([
    ...['null', 'NULL', '', 'https://localhost:3002', 'http://localhost:3003', 'http://localhost', 'localhost:3002'],
    ...['http://127.0.0.1:3002', 'http://studio-host:3002', 'http://attacker.example:3002', 'http://localhost:3002/'],
    ...['http://user@localhost:3002', 'http://localhost:3002@attacker.example', 'http://localhost:3002 http://x'],
    ...['file://', 'chrome-extension://localhost:3002', 'xhttp://localhost:3002', 'http:/localhost:3002'],
    ...['http://localhost:3002\\@attacker.example', 'http://localhost:3002, http://attacker.example'],
  ])('of Host localhost:3002 may not be %j', (origin) => {
    expect(passes({ host: 'localhost:3002', origin })).toBe(false);
    expect(passes({ host: 'localhost:3002', origin }, program)).toBe(false);
  });

  it('of a foreign Host is refused, even if both are equal', () => {
    expect(passes({ host: 'attacker.example:3002', origin: 'http://attacker.example:3002' })).toBe(false);
  });
});

describe('Referer', () => {
  it.each([
    ...['http://localhost:3002', 'http://localhost:3002/', 'http://localhost:3002/api/v2/docs?a=b#c'],
    ...['http://localhost:3002?from=http://attacker.example/', 'HTTP://LOCALHOST:3002/x', 'http://localhost:3002#x'],
    'http://localhost:3002/a\nb',
  ])('may be %j', (referer) => {
    expect(passes({ host: 'localhost:3002', referer })).toBe(true);
  });

  it.each([
    ...[
      'http://attacker.example/',
      'https://localhost:3002/',
      'http://localhost/',
      'http://localhost:3003/',
      '',
      'null',
    ],
    ...['about:blank', 'http://localhost:3002@attacker.example/', 'http://localhost:3002\\.attacker.example/', '/docs'],
    ...[
      'http://user:pass@localhost:3002/',
      'android-app://localhost:3002/',
      'http://attacker.example/http://localhost:3002/',
    ],
  ])('may not be %j', (referer) => {
    expect(passes({ host: 'localhost:3002', referer })).toBe(false);
    expect(passes({ host: 'localhost:3002', referer }, program)).toBe(false);
  });

  it('and Origin must both be own', () => {
    const [own, other] = ['http://localhost:3002', 'http://attacker.example'];
    const pairs = [
      [own, own],
      [own, other],
      [other, own],
    ].map(([origin, referer]) => passes({ host: 'localhost:3002', origin, referer }));
    expect(pairs).toEqual([true, false, false]);
  });
});

describe('a control call', () => {
  const refusalOf = (facts: Partial<BrowserHeaders>, kind = browser) =>
    browserRefusal(names, { ...kind, ...facts }, 'control');
  const own = 'http://192.168.1.20:3002';

  it.each<[string, Partial<BrowserHeaders>]>([
    ['an own Origin', { origin: own }],
    ['an own Referer', { referer: `${own}/api/v2/docs` }],
    ['Sec-Fetch-Site same-origin', { secFetchSite: 'same-origin', secFetch: true }],
    ['Sec-Fetch-Site none', { secFetchSite: 'None', secFetch: true }],
  ])('of a browser is proven by %s', (_, facts) => {
    expect(refusalOf(facts)).toBeUndefined();
  });

  it.each<[string, Partial<BrowserHeaders>]>([
    ['its User-Agent', {}],
    ['another Sec-Fetch header', { secFetch: true }],
    ['an unknown Sec-Fetch-Site', { secFetchSite: 'own', secFetch: true }],
    ['an empty Sec-Fetch-Site', { secFetchSite: '', secFetch: true }],
    ['a Sec-Fetch-Site of several', { secFetchSite: 'none, own', secFetch: true }],
  ])('of a browser is not proven by %s', (_, facts) => {
    expect(refusalOf(facts)).toBe('unproven');
    expect(browserRefusal(names, { ...browser, ...facts }, 'read')).toBeUndefined();
  });

  it('of a browser is foreign where both a proof and a foreign fact are present', () => {
    const same = { secFetchSite: 'same-origin', secFetch: true };
    const foreign = [{ origin: 'http://attacker.example' }, { host: 'attacker.example' }, { referer: 'http://x/' }];
    for (const facts of foreign) {
      expect(refusalOf({ ...same, ...facts })).toBe('foreign');
      expect(browserRefusal(names, { ...browser, ...same, ...facts }, 'read')).toBe('foreign');
    }
  });

  it('of Node.js’s fetch needs no proof, but an own Host', () => {
    const nodeFetch = { userAgent: 'node', secFetch: true, corsModeOnly: true };
    expect(refusalOf(nodeFetch)).toBeUndefined();
    expect(refusalOf({ ...nodeFetch, userAgent: undefined })).toBeUndefined();
    expect(refusalOf({ ...nodeFetch, userAgent: 'Mozilla/5.0' })).toBe('unproven');
    expect(refusalOf({ ...nodeFetch, host: 'attacker.example' })).toBe('foreign');
  });

  it('of a program needs no proof', () => {
    expect(refusalOf({ userAgent: 'curl/8.9', host: 'attacker.example' }, program)).toBeUndefined();
  });
});

describe('over TLS', () => {
  const secured: BrowserHeaders = { ...browser, scheme: 'https', host: 'studio-host:3443' };

  it.each([
    ['studio-host:3443', 'https://studio-host:3443'],
    ['studio-host:3443', 'HTTPS://Studio-Host:3443'],
    ['studio-host', 'https://studio-host'],
    ['studio-host', 'https://studio-host:443'],
    ['[::1]:443', 'https://[::1]'],
  ])('the own origin of %s is %s', (host, origin) => {
    expect(passes({ host, origin, referer: `${origin}/api/v2/docs` }, secured)).toBe(true);
    expect(browserRefusal(names, { ...secured, host, origin }, 'control')).toBeUndefined();
  });

  it.each([
    ['studio-host:3443', 'http://studio-host:3443'],
    ['studio-host:3443', 'https://studio-host'],
    ['studio-host:3443', 'https://studio-host:3002'],
    ['studio-host', 'https://studio-host:80'],
    ['studio-host:80', 'https://studio-host'],
    ['studio-host:3443', 'https://attacker.example:3443'],
    ['attacker.example', 'https://attacker.example'],
  ])('the own origin of %s is not %s', (host, origin) => {
    expect(passes({ host, origin }, secured)).toBe(false);
    expect(passes({ host, referer: `${origin}/page` }, secured)).toBe(false);
  });

  it('a page of the plain address is another origin, and the reverse', () => {
    expect(passes({ host: 'studio-host', origin: 'http://studio-host' }, secured)).toBe(false);
    expect(passes({ host: 'studio-host', origin: 'https://studio-host' })).toBe(false);
  });
});

describe('a host', () => {
  it.each(['localhost', 'Studio-Host:3010', 'panel.example', '192.168.1.20:3010', '[fd00::7]:3010'])(
    'is own if it is a name of this machine or an address: %s',
    (host) => {
      expect(isOwnHost(names, host)).toBe(true);
    },
  );

  it.each([undefined, '', 'rebound.example', 'panel.example.evil.test', 'localhost@evil.test', 'panel.example:x'])(
    'is foreign otherwise: %s',
    (host) => {
      expect(isOwnHost(names, host)).toBe(false);
    },
  );
});
