// Legacy authorization: which credentials are accepted from which addresses.
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { isLoopback, isPrivate, type Address } from '../../../domain/access/address.js';
import { isLegacyHeader, knownAppUsernames, legacyAuthorization } from '../../../domain/access/legacy-authorization.js';
import { address, base64, hashToken } from '../fixtures.js';

const settings = { serverId: 'server-ü', studioId: 'studio-1', appUsernames: [...knownAppUsernames, 'PROMPTER'] };
const isPrivateOrHost = (from: Address): boolean => isPrivate(from) || isLoopback(from);
const userOf = legacyAuthorization(hashToken, settings, isPrivateOrHost);

const isAccepted = (username: string, password: string, from: string): boolean => {
  const user = userOf(O.some({ username, password }), O.some(address(from)));
  expect(O.isNone(user) || user.value === username).toBe(true);
  return O.isSome(user);
};

const privateAddresses = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.1.1',
  'fd00::1',
  'fe80::1%eth0',
  '127.0.0.1',
  '::1',
];
const publicAddresses = ['8.8.8.8', '2001:db8::1', '::10.0.0.1', '11.0.0.0'];

describe('legacy authorization', () => {
  it.each([...privateAddresses, ...publicAddresses])('accepts EXTERNAL_APP with either id from %s', (from) => {
    expect(isAccepted('EXTERNAL_APP', base64('server-ü'), from)).toBe(true);
    expect(isAccepted('EXTERNAL_APP', base64('studio-1'), from)).toBe(true);
  });

  it.each([
    '',
    'anything',
    'studio-1',
    base64('other'),
    base64('studio-1').toLowerCase(),
    base64('studio-1').slice(0, -1),
  ])('accepts EXTERNAL_APP with password %j from private addresses only', (password) => {
    expect(privateAddresses.filter((from) => isAccepted('EXTERNAL_APP', password, from))).toEqual(privateAddresses);
    expect(publicAddresses.filter((from) => isAccepted('EXTERNAL_APP', password, from))).toEqual([]);
  });

  it.each(['OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY', 'PROMPTER'])(
    'accepts %s without a password from private addresses only',
    (username) => {
      expect(privateAddresses.filter((from) => isAccepted(username, '', from))).toEqual(privateAddresses);
      expect(publicAddresses.filter((from) => isAccepted(username, '', from))).toEqual([]);
    },
  );

  it.each(['x', base64('server-ü'), base64('studio-1')])('never accepts another app with password %s', (password) => {
    expect(
      [...privateAddresses, ...publicAddresses].filter((from) => isAccepted('OUTPUT_PLAYER', password, from)),
    ).toEqual([]);
  });

  it.each(['', 'external_app', 'EXTERNAL_APP ', 'Output_Player', 'SOMEBODY', 'admin'])(
    'never accepts %j',
    (username) => {
      expect(
        privateAddresses.filter(
          (from) => isAccepted(username, '', from) || isAccepted(username, base64('server-ü'), from),
        ),
      ).toEqual([]);
    },
  );

  it('accepts nothing without a header', () => {
    expect(userOf(O.none, O.some(address('10.0.0.1')))).toEqual(O.none);
  });

  it('accepts only the right password where the address admits nobody', () => {
    const acceptedOf = (username: string, password: string) => userOf(O.some({ username, password }), O.none);
    expect(acceptedOf('EXTERNAL_APP', base64('studio-1'))).toEqual(O.some('EXTERNAL_APP'));
    expect([acceptedOf('EXTERNAL_APP', 'x'), acceptedOf('OUTPUT_PLAYER', '')]).toEqual([O.none, O.none]);
  });

  it('accepts EXTERNAL_APP without configuration', () => {
    const bare = legacyAuthorization(hashToken, { ...settings, appUsernames: [] }, isPrivateOrHost);
    expect(bare(O.some({ username: 'EXTERNAL_APP', password: 'x' }), O.some(address('10.0.0.1')))).toEqual(
      O.some('EXTERNAL_APP'),
    );
    expect(bare(O.some({ username: 'OUTPUT_PLAYER', password: '' }), O.some(address('10.0.0.1')))).toEqual(O.none);
  });

  it('recognizes the header of EXTERNAL_APP without configuration, accepted or not', () => {
    const isHeader = isLegacyHeader({ ...settings, appUsernames: ['PROMPTER'] });
    const usernames = ['EXTERNAL_APP', 'PROMPTER', 'OUTPUT_PLAYER', 'external_app'];
    expect(usernames.map((username) => isHeader(O.some({ username, password: 'x' })))).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
