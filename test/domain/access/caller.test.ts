// Who calls: the order in which the four ways in are tried, and how a caller is written down.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import {
  callerName,
  identityOf,
  pinOf,
  resolveCaller,
  type Caller,
  type CallOrigin,
} from '../../../domain/access/caller.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { readCredentials } from '../../../domain/access/credentials.js';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import type { Device } from '../../../domain/devices/device.js';
import { access, address, base64, configuration, hashToken, legacySettings, panel, token } from '../fixtures.js';

const legacyHeader = `Basic ${base64(`EXTERNAL_APP:${base64('server-1')}`)}`;

const origin = (from: string, header?: string, values: readonly string[] = [], forwarded = false): CallOrigin => ({
  address: address(from),
  forwarded,
  credentials: readCredentials(header, values),
});

const other: Device = { ...panel, id: 'other', name: 'Other', tokenHash: hashToken(token(2)) };

const everybody: Partial<AccessConfiguration> = {
  access: access({ accessWithoutToken: 'whole_lan' }),
  devices: [panel, other],
};

/** `device:Panel`, `refused device:Panel`, or `nobody`. */
const who = (from: CallOrigin, changes: Partial<AccessConfiguration> = everybody): string => {
  const resolved = resolveCaller(from, compileAccessPolicy({ hashToken, legacySettings })(configuration(changes)));
  if (E.isRight(resolved)) return callerName(resolved.right);
  return resolved.left.kind === 'unknown' ? 'nobody' : `refused ${callerName(resolved.left)}`;
};

const withDevice = (changes: Partial<Device>): Partial<AccessConfiguration> => ({
  ...everybody,
  devices: [{ ...panel, ...changes }, other],
});

describe('the order of ways in', () => {
  it('is loopback before token, token before legacy, legacy before LAN, and then nobody', () => {
    expect(who(origin('127.0.0.1', legacyHeader, [token(1)]))).toBe('loopback');
    expect(who(origin('10.0.0.1', legacyHeader, [token(1)]))).toBe('device:Panel');
    expect(who(origin('10.0.0.1', legacyHeader))).toBe('legacy:EXTERNAL_APP');
    expect(who(origin('10.0.0.1'))).toBe('lan:whole-lan');
    expect(who(origin('8.8.8.8'))).toBe('nobody');
  });

  it('goes on at the token for a forwarded loopback call', () => {
    expect(who(origin('127.0.0.1', undefined, [token(1)], true))).toBe('device:Panel');
    expect(who(origin('::1', legacyHeader, [], true))).toBe('legacy:EXTERNAL_APP');
    expect(who(origin('127.0.0.1', undefined, [], true))).toBe('nobody');
  });

  it('is the same for any other forwarded call', () => {
    expect(who(origin('10.0.0.1', undefined, [], true))).toBe('lan:whole-lan');
  });
});

describe('a token', () => {
  it('is first that of Bearer, then of the query, then of Basic', () => {
    expect(who(origin('8.8.8.8', `Bearer ${token(2)}`, [token(1)]))).toBe('device:Other');
    expect(who(origin('8.8.8.8', `Basic ${base64(`any:${token(1)}`)}`, [token(2)]))).toBe('device:Other');
    expect(who(origin('8.8.8.8', `Basic ${base64(`any:${token(1)}`)}`))).toBe('device:Panel');
  });

  it('that nobody owns is passed over for the next candidate', () => {
    expect(who(origin('8.8.8.8', `Bearer ${token(9)}`, [token(1)]))).toBe('device:Panel');
    expect(who(origin('10.0.0.1', `Bearer ${token(9)}`))).toBe('lan:whole-lan');
    expect(who(origin('10.0.0.1', `Basic ${base64(`EXTERNAL_APP:${token(9)}`)}`))).toBe('legacy:EXTERNAL_APP');
  });

  it('of a revoked device ends the check', () => {
    const revoked = withDevice({ state: 'revoked' });
    expect(who(origin('10.0.0.1', `Bearer ${token(1)}`, [token(2)]), revoked)).toBe('refused device:Panel');
    expect(who(origin('10.0.0.1', legacyHeader, [token(1)]), revoked)).toBe('refused device:Panel');
    expect(who(origin('127.0.0.1', `Bearer ${token(1)}`), revoked)).toBe('loopback');
  });

  it('with a fixed address works from there in any spelling, and nowhere else', () => {
    const fixed = withDevice({ fixedAddress: '10.0.0.1' });
    expect(who(origin('::ffff:10.0.0.1', `Bearer ${token(1)}`), fixed)).toBe('device:Panel');
    expect(who(origin('10.0.0.2', `Bearer ${token(1)}`), fixed)).toBe('refused device:Panel');
    expect(who(origin('fe80::1%eth0', `Bearer ${token(1)}`), withDevice({ fixedAddress: 'FE80:0::1' }))).toBe(
      'device:Panel',
    );
  });

  it('with a fixed address that is none works nowhere', () => {
    expect(who(origin('10.0.0.1', `Bearer ${token(1)}`), withDevice({ fixedAddress: 'desk' }))).toBe(
      'refused device:Panel',
    );
  });
});

describe('the reason why nobody is let in', () => {
  const reason = (from: CallOrigin, changes: Partial<AccessConfiguration> = { devices: [panel, other] }) => {
    const resolved = resolveCaller(from, compileAccessPolicy({ hashToken, legacySettings })(configuration(changes)));
    return E.isLeft(resolved) ? resolved.left.reason : callerName(resolved.right);
  };
  const basic = (text: string): string => `Basic ${base64(text)}`;

  it('is that nothing was shown, or nothing that could be read', () => {
    expect(reason(origin('8.8.8.8'))).toBe('no_token');
    expect(reason(origin('8.8.8.8', 'Basic !'))).toBe('no_token');
    expect(reason(origin('8.8.8.8', undefined, ['a', 'b']))).toBe('no_token');
  });

  it('is that nobody owns the token, whichever way it was shown', () => {
    expect(reason(origin('8.8.8.8', `Bearer ${token(9)}`))).toBe('unknown_token');
    expect(reason(origin('8.8.8.8', undefined, ['misshapen']))).toBe('unknown_token');
    expect(reason(origin('8.8.8.8', basic(`anybody:${token(9)}`)))).toBe('unknown_token');
  });

  it('is that a device is revoked, or not where it has to be; the first matters more', () => {
    const from = origin('8.8.8.8', `Bearer ${token(1)}`);
    expect(reason(from, withDevice({ state: 'revoked' }))).toBe('revoked_token');
    expect(reason(from, withDevice({ fixedAddress: '10.0.0.1' }))).toBe('wrong_address');
    expect(reason(from, withDevice({ state: 'revoked', fixedAddress: '10.0.0.1' }))).toBe('revoked_token');
  });

  it('is that a legacy header is not accepted, from here or at all', () => {
    expect(reason(origin('8.8.8.8', basic('EXTERNAL_APP:guess')))).toBe('legacy_refused');
    expect(reason(origin('10.0.0.1', basic('OUTPUT_PLAYER:guess')))).toBe('legacy_refused');
    const closed = { access: access({ legacyAuthorization: false }) };
    expect(reason(origin('10.0.0.1', legacyHeader), closed)).toBe('legacy_refused');
    expect(reason(origin('8.8.8.8', basic('EXTERNAL_APP:guess'), [token(9)]))).toBe('legacy_refused');
  });
});

describe('the switches', () => {
  it('close the legacy door', () => {
    const closed = { access: access({ legacyAuthorization: false }) };
    expect(who(origin('10.0.0.1', legacyHeader), closed)).toBe('nobody');
  });

  it('open to listed devices under their labels', () => {
    const listedDevices = [
      { address: 'not an address', label: 'nobody' },
      { address: '10.0.0.0/8', label: 'desk' },
      { address: '127.0.0.0/8', label: 'proxy' },
    ];
    const listed = { access: access({ accessWithoutToken: 'listed', listedDevices }) };
    expect(who(origin('10.0.0.1'), listed)).toBe('lan:desk');
    expect(who(origin('192.168.0.1'), listed)).toBe('nobody');
    expect(who(origin('127.0.0.1', undefined, [], true), listed)).toBe('lan:proxy');
    expect(who(origin('10.0.0.1'), { access: access({ accessWithoutToken: 'off', listedDevices }) })).toBe('nobody');
  });
});

describe('a pin', () => {
  it('is a device’s station, and nobody else’s', () => {
    const device: Device = { ...panel, station: 'alpha' };
    const callers: readonly (Caller | undefined)[] = [
      { kind: 'device', device },
      { kind: 'device', device: panel },
      { kind: 'loopback' },
      undefined,
    ];
    expect(callers.map(pinOf)).toEqual(['alpha', null, null, null]);
  });
});

describe('whose a call is', () => {
  it('is told by the host, by the device, or by the address', () => {
    const callers: readonly (readonly [Parameters<typeof identityOf>[0], string])[] = [
      [{ kind: 'loopback' }, 'loopback'],
      [{ kind: 'device', device: panel }, 'device:panel'],
      [{ kind: 'refused', device: panel, reason: 'revoked_token' }, 'device:panel'],
      [{ kind: 'lan', label: 'desk' }, 'address:10.0.0.1'],
      [{ kind: 'legacy', username: 'EXTERNAL_APP' }, 'address:10.0.0.1'],
      [undefined, 'address:10.0.0.1'],
    ];
    for (const [caller, identity] of callers) expect(identityOf(caller, address('10.0.0.1'))).toBe(identity);
  });
});
