// Credentials of a request: token candidates in their order, and the Basic header.
import fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { readCredentials } from '../../../domain/access/credentials.js';
import { base64, token } from '../fixtures.js';

const nothing = { tokens: [], basic: O.none };

describe('a Bearer header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEARER'])('is a candidate in any letter case: %s', (scheme) => {
    expect(readCredentials(`${scheme} ${token(1)}`, [])).toEqual({ tokens: [token(1)], basic: O.none });
  });

  it('may have more than one space', () => {
    expect(readCredentials(`  Bearer   ${token(1)} `, []).tokens).toEqual([token(1)]);
    expect(readCredentials(`x Bearer ${token(1)}`, [])).toEqual(nothing);
  });

  it.each(['', 'Bearer', 'Bearer ', `Bearer a b`, `Bearer${token(1)}`, token(1), `Token ${token(1)}`, `xBearer a`])(
    '%j is no candidate',
    (header) => {
      expect(readCredentials(header, [])).toEqual(nothing);
    },
  );
});

describe('the query parameter token', () => {
  it('is a candidate', () => {
    expect(readCredentials(undefined, [token(1)])).toEqual({ tokens: [token(1)], basic: O.none });
  });

  it.each([[[]], [['']], [[token(1), token(1)]], [[token(1), '']], [['', token(1)]]])(
    '%j is no candidate',
    (values) => {
      expect(readCredentials(undefined, values)).toEqual(nothing);
    },
  );
});

describe('a Basic header', () => {
  const basicOf = (encoded: string) => readCredentials(`Basic ${encoded}`, []).basic;

  it.each(['Basic', 'basic', 'BASIC'])('is parsed in any letter case: %s', (scheme) => {
    expect(readCredentials(`${scheme} ${base64('user:secret')}`, [])).toEqual({
      tokens: ['secret'],
      basic: O.some({ username: 'user', password: 'secret' }),
    });
  });

  it.each([
    ['a:b:c', 'a', 'b:c'],
    [':b', '', 'b'],
    ['a:', 'a', ''],
    [':', '', ''],
    ['Jürgen:Grüße', 'Jürgen', 'Grüße'],
    ['\ufeffa:b', '\ufeffa', 'b'],
    ['𝄞:☎', '𝄞', '☎'],
  ])('%s is split at the first colon', (text, username, password) => {
    expect(basicOf(base64(text))).toEqual(O.some({ username, password }));
  });

  it('returns any user without a colon, and any password', () => {
    const user = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes(':'));
    const isRead = fc.property(user, fc.string({ unit: 'grapheme' }), (username, password) => {
      expect(basicOf(base64(`${username}:${password}`))).toEqual(O.some({ username, password }));
    });
    fc.assert(isRead);
  });

  it.each([
    ['no colon', base64('user')],
    ['not the alphabet of base64', 'dXNlcjpz!A=='],
    ['the alphabet of URLs', 'Pz8_Pj4-Og=='],
    ['unpadded', base64('user:pas').replace(/=+$/, '')],
    ['padded too much', `${base64('user:passw')}=`],
    ['bits left over', 'dXNlcjpwYR=='],
    ['a line break inside', `${base64('user:pass').slice(0, 4)}\n${base64('user:pass').slice(4)}`],
    ['not UTF-8', Buffer.from([0x61, 0x3a, 0xff]).toString('base64')],
    ['Latin-1', Buffer.from('Jürgen:x', 'latin1').toString('base64')],
    ['an overlong form', Buffer.from([0x61, 0x3a, 0xc0, 0xaf]).toString('base64')],
    ['nothing', ''],
  ])('is ignored with %s', (_, encoded) => {
    expect(readCredentials(`Basic ${encoded}`, [])).toEqual(nothing);
  });
});

describe('another scheme', () => {
  it.each(['Digest', 'Basic2', 'aBasic', 'Negotiate'])(
    'is not Basic, even if its value looks like it: %s',
    (scheme) => {
      expect(readCredentials(`${scheme} ${base64('user:secret')}`, [])).toEqual(nothing);
    },
  );

  it('treats a Bearer value that looks like Basic as a token', () => {
    const encoded = base64('user:secret');
    expect(readCredentials(`Bearer ${encoded}`, [])).toEqual({ tokens: [encoded], basic: O.none });
  });
});

describe('several candidates', () => {
  it('are Bearer before query', () => {
    expect(readCredentials(`Bearer ${token(1)}`, [token(2)]).tokens).toEqual([token(1), token(2)]);
  });

  it('are query before the Basic password', () => {
    expect(readCredentials(`Basic ${base64(`any:${token(3)}`)}`, [token(2)]).tokens).toEqual([token(2), token(3)]);
  });
});
