// The legacy door: who opens it from where.
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { knownAppUsernames, legacyAuthorization } from '../../../domain/access/legacy-authorization.js';
import { address, base64, hashToken } from '../fixtures.js';

const door = { serverId: 'server-ü', studioId: 'studio-1', appUsernames: [...knownAppUsernames, 'PROMPTER'] };
const userOf = legacyAuthorization(hashToken, door);

const opens = (username: string, password: string, from: string): boolean => {
  const user = userOf(O.some({ username, password }), address(from));
  expect(O.isNone(user) || user.value === username).toBe(true);
  return O.isSome(user);
};

const near = ['10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.1.1', 'fd00::1', 'fe80::1%eth0', '127.0.0.1', '::1'];
const far = ['8.8.8.8', '2001:db8::1', '::10.0.0.1', '11.0.0.0'];

describe('the legacy door', () => {
  it.each([...near, ...far])('opens to EXTERNAL_APP with either id from %s', (from) => {
    expect(opens('EXTERNAL_APP', base64('server-ü'), from)).toBe(true);
    expect(opens('EXTERNAL_APP', base64('studio-1'), from)).toBe(true);
  });

  it.each([
    '',
    'anything',
    'studio-1',
    base64('other'),
    base64('studio-1').toLowerCase(),
    base64('studio-1').slice(0, -1),
  ])('opens to EXTERNAL_APP with password %j from near alone', (password) => {
    expect(near.filter((from) => opens('EXTERNAL_APP', password, from))).toEqual(near);
    expect(far.filter((from) => opens('EXTERNAL_APP', password, from))).toEqual([]);
  });

  it.each(['OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY', 'PROMPTER'])(
    'opens to %s without a password from near alone',
    (username) => {
      expect(near.filter((from) => opens(username, '', from))).toEqual(near);
      expect(far.filter((from) => opens(username, '', from))).toEqual([]);
    },
  );

  it.each(['x', base64('server-ü'), base64('studio-1')])('never opens to another app with password %s', (password) => {
    expect([...near, ...far].filter((from) => opens('OUTPUT_PLAYER', password, from))).toEqual([]);
  });

  it.each(['', 'external_app', 'EXTERNAL_APP ', 'Output_Player', 'SOMEBODY', 'admin'])(
    'never opens to %j',
    (username) => {
      expect(near.filter((from) => opens(username, '', from) || opens(username, base64('server-ü'), from))).toEqual([]);
    },
  );

  it('never opens without a header', () => {
    expect(userOf(O.none, address('10.0.0.1'))).toEqual(O.none);
  });

  it('opens to EXTERNAL_APP though it is no configured name', () => {
    const bare = legacyAuthorization(hashToken, { ...door, appUsernames: [] });
    expect(bare(O.some({ username: 'EXTERNAL_APP', password: 'x' }), address('10.0.0.1'))).toEqual(
      O.some('EXTERNAL_APP'),
    );
    expect(bare(O.some({ username: 'OUTPUT_PLAYER', password: '' }), address('10.0.0.1'))).toEqual(O.none);
  });
});
