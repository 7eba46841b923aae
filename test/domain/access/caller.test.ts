// Caller resolution: the order of the four checks, the refusal reasons, and callers' names.
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
import { utcTime } from '../../../domain/codec/utc-time.js';
import { access, address, base64, configuration, hashToken, legacySettings, noon, panel, token } from '../fixtures.js';

const legacyHeader = `Basic ${base64(`EXTERNAL_APP:${base64('server-1')}`)}`;

const origin = (from: string, header?: string, values: readonly string[] = [], forwarded = false): CallOrigin => ({
  address: address(from),
  forwarded,
  credentials: readCredentials(header, values),
});

const other: Device = { ...panel, id: 'other', name: 'Other', tokenHash: hashToken(token(2)) };

const wholeLan: Partial<AccessConfiguration> = {
  access: access({ accessWithoutToken: 'whole_lan' }),
  devices: [panel, other],
};

/** `device:Panel`, `refused device:Panel`, or `unknown`. */
const callerOf = (from: CallOrigin, changes: Partial<AccessConfiguration> = wholeLan, trustLoopback = true): string => {
  const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback });
  const resolved = resolveCaller(from, compile(configuration(changes), noon));
  if (E.isRight(resolved)) return callerName(resolved.right);
  return resolved.left.kind === 'unknown' ? 'unknown' : `refused ${callerName(resolved.left)}`;
};

const withDevice = (changes: Partial<Device>): Partial<AccessConfiguration> => ({
  ...wholeLan,
  devices: [{ ...panel, ...changes }, other],
});

describe('the order of checks', () => {
  it('is loopback, token, legacy, LAN, and then unknown', () => {
    expect(callerOf(origin('127.0.0.1', legacyHeader, [token(1)]))).toBe('loopback');
    expect(callerOf(origin('10.0.0.1', legacyHeader, [token(1)]))).toBe('device:Panel');
    expect(callerOf(origin('10.0.0.1', legacyHeader))).toBe('legacy:EXTERNAL_APP');
    expect(callerOf(origin('10.0.0.1'))).toBe('lan:whole-lan');
    expect(callerOf(origin('8.8.8.8'))).toBe('unknown');
  });

  it('never admits a forwarded call by its address', () => {
    const anyPassword = `Basic ${base64('EXTERNAL_APP:anything')}`;
    for (const from of ['127.0.0.1', '::1', '10.0.0.1', 'fe80::1']) {
      expect(callerOf(origin(from, undefined, [], true))).toBe('unknown');
      expect(callerOf(origin(from, anyPassword, [], true))).toBe('unknown');
      expect(callerOf(origin(from, `Basic ${base64('OUTPUT_PLAYER:')}`, [], true))).toBe('unknown');
      expect(callerOf(origin(from, legacyHeader, [], true))).toBe('legacy:EXTERNAL_APP');
      expect(callerOf(origin(from, undefined, [token(1)], true))).toBe('device:Panel');
    }
  });

  it('treats loopback as any other address where it is not trusted', () => {
    const anyPassword = `Basic ${base64('EXTERNAL_APP:anything')}`;
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(callerOf(origin(from), wholeLan, false)).toBe('unknown');
      expect(callerOf(origin(from, anyPassword), wholeLan, false)).toBe('unknown');
      expect(callerOf(origin(from, legacyHeader), wholeLan, false)).toBe('legacy:EXTERNAL_APP');
      expect(callerOf(origin(from, undefined, [token(1)]), wholeLan, false)).toBe('device:Panel');
    }
    expect(callerOf(origin('10.0.0.1', anyPassword), wholeLan, false)).toBe('legacy:EXTERNAL_APP');
  });
});

describe('a token', () => {
  it('without a device is skipped for the next candidate', () => {
    expect(callerOf(origin('8.8.8.8', `Bearer ${token(9)}`, [token(1)]))).toBe('device:Panel');
    expect(callerOf(origin('10.0.0.1', `Bearer ${token(9)}`))).toBe('lan:whole-lan');
    expect(callerOf(origin('10.0.0.1', `Basic ${base64(`EXTERNAL_APP:${token(9)}`)}`))).toBe('legacy:EXTERNAL_APP');
  });

  it('of a revoked device ends the check', () => {
    const revoked = withDevice({ state: 'revoked' });
    expect(callerOf(origin('10.0.0.1', `Bearer ${token(1)}`, [token(2)]), revoked)).toBe('refused device:Panel');
    expect(callerOf(origin('10.0.0.1', legacyHeader, [token(1)]), revoked)).toBe('refused device:Panel');
    expect(callerOf(origin('127.0.0.1', `Bearer ${token(1)}`), revoked)).toBe('loopback');
  });

  it('that has expired ends the check', () => {
    const at = (ms: number) => withDevice({ expiresAt: utcTime(ms) });
    const from = origin('10.0.0.1', `Bearer ${token(1)}`, [token(2)]);
    expect(callerOf(from, at(noon + 1))).toBe('device:Panel');
    expect(callerOf(from, at(noon))).toBe('refused device:Panel');
    expect(callerOf(origin('10.0.0.1', legacyHeader, [token(1)]), at(noon - 1))).toBe('refused device:Panel');
    expect(callerOf(origin('127.0.0.1', `Bearer ${token(1)}`), at(noon))).toBe('loopback');
  });

  it('that was replaced still works until its end', () => {
    const oldToken = { tokenHash: hashToken(token(3)), state: 'active', endsAt: utcTime(noon + 1) } as const;
    const from = origin('10.0.0.1', `Bearer ${token(3)}`);
    expect(callerOf(from, withDevice({ oldToken }))).toBe('device:Panel');
    expect(callerOf(origin('10.0.0.1', `Bearer ${token(1)}`), withDevice({ oldToken }))).toBe('device:Panel');
    expect(callerOf(from, withDevice({ oldToken: { ...oldToken, endsAt: utcTime(noon) } }))).toBe(
      'refused device:Panel',
    );
    expect(callerOf(from, withDevice({ oldToken: { ...oldToken, state: 'revoked' } }))).toBe('refused device:Panel');
    expect(callerOf(from, withDevice({ oldToken, state: 'revoked' }))).toBe('refused device:Panel');
    expect(callerOf(from, withDevice({ oldToken, fixedAddress: '10.0.0.2' }))).toBe('refused device:Panel');
  });

  it('that was replaced is marked at the caller', () => {
    const oldToken = { tokenHash: hashToken(token(3)), state: 'active', endsAt: utcTime(noon + 1) } as const;
    const replaced: Device = { ...panel, oldToken };
    const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true });
    const policy = compile(configuration({ devices: [replaced] }), noon);
    const callerWith = (shown: string) => resolveCaller(origin('8.8.8.8', `Bearer ${shown}`), policy);
    expect(callerWith(token(3))).toEqual(E.right({ kind: 'device', device: replaced, oldToken: true }));
    expect(callerWith(token(1))).toEqual(E.right({ kind: 'device', device: replaced }));
  });

  it('@LIMIT-1: brings the exact rights of its device', () => {
    const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true });
    const limited: Device = { ...panel, panel: 'desk' };
    const policy = compile(configuration({ devices: [limited] }), noon);
    expect(resolveCaller(origin('8.8.8.8', `Bearer ${token(1)}`), policy)).toEqual(
      E.right({ kind: 'device', device: limited, limit: [] }),
    );
  });

  it('with a fixed address works from there in any notation, and nowhere else', () => {
    const fixed = withDevice({ fixedAddress: '10.0.0.1' });
    expect(callerOf(origin('::ffff:10.0.0.1', `Bearer ${token(1)}`), fixed)).toBe('device:Panel');
    expect(callerOf(origin('10.0.0.2', `Bearer ${token(1)}`), fixed)).toBe('refused device:Panel');
    expect(callerOf(origin('fe80::1%eth0', `Bearer ${token(1)}`), withDevice({ fixedAddress: 'FE80:0::1' }))).toBe(
      'device:Panel',
    );
  });

  it('with an invalid fixed address works nowhere', () => {
    expect(callerOf(origin('10.0.0.1', `Bearer ${token(1)}`), withDevice({ fixedAddress: 'desk' }))).toBe(
      'refused device:Panel',
    );
  });
});

describe('the refusal reason', () => {
  const reason = (from: CallOrigin, changes: Partial<AccessConfiguration> = { devices: [panel, other] }) => {
    const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true });
    const resolved = resolveCaller(from, compile(configuration(changes), noon));
    return E.isLeft(resolved) ? resolved.left.reason : callerName(resolved.right);
  };

  it('is revoked_token or wrong_address for a known device, in this order', () => {
    const from = origin('8.8.8.8', `Bearer ${token(1)}`);
    expect(reason(from, withDevice({ state: 'revoked' }))).toBe('revoked_token');
    expect(reason(from, withDevice({ fixedAddress: '10.0.0.1' }))).toBe('wrong_address');
    expect(reason(from, withDevice({ state: 'revoked', fixedAddress: '10.0.0.1' }))).toBe('revoked_token');
    const expired = { expiresAt: utcTime(noon), fixedAddress: '10.0.0.1' };
    expect(reason(from, withDevice(expired))).toBe('expired_token');
    expect(reason(from, withDevice({ ...expired, state: 'revoked' }))).toBe('revoked_token');
  });
});

describe('the settings', () => {
  it('admit listed devices under their labels', () => {
    const listedDevices = [
      { address: 'not an address', label: 'invalid' },
      { address: '10.0.0.0/8', label: 'desk' },
      { address: '127.0.0.0/8', label: 'proxy' },
    ];
    const listed = { access: access({ accessWithoutToken: 'listed', listedDevices }) };
    expect(callerOf(origin('10.0.0.1'), listed)).toBe('lan:desk');
    expect(callerOf(origin('192.168.0.1'), listed)).toBe('unknown');
    expect(callerOf(origin('127.0.0.1'), listed, false)).toBe('lan:proxy');
    expect(callerOf(origin('127.0.0.1', undefined, [], true), listed)).toBe('unknown');
    expect(callerOf(origin('10.0.0.1'), { access: access({ accessWithoutToken: 'off', listedDevices }) })).toBe(
      'unknown',
    );
  });
});

describe('a pin', () => {
  it('is a device’s station, null for other callers', () => {
    const device: Device = { ...panel, station: 'alpha' };
    const callers: readonly (Caller | undefined)[] = [
      { kind: 'device', device },
      { kind: 'device', device: panel },
      { kind: 'loopback' },
      undefined,
    ];
    expect(callers.map(pinOf)).toEqual(['alpha', null, null, null]);
  });

  it('@LIMIT-3: is that of the panel to which a device is limited, unless it has one of its own', () => {
    const calls = { operation: 'studio.onair', with: {}, record: undefined, recordIds: [], isExact: true };
    const limit = [calls, { ...calls, station: 'bravo' }];
    const pins = [null, 'alpha'].map((station) => pinOf({ kind: 'device', device: { ...panel, station }, limit }));
    expect(pins).toEqual(['bravo', 'alpha']);
  });
});

describe('the identity of a call', () => {
  it('is the host, the device or the address', () => {
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

describe('stored names from before the rules of names', () => {
  it('show each character that does not show itself', () => {
    expect(callerOf(origin('10.0.0.1', undefined, [token(1)]), withDevice({ name: 'lan\u202e\u200bdesk' }))).toBe(
      'device:lan\ufffd\ufffddesk',
    );
  });

  it.each([
    ['WHOLE-LAN', 'lan:10.0.0.0/30'],
    ['whole\u2011lan', 'lan:10.0.0.0/30'],
    ['desk\u200b', 'lan:desk\ufffd'],
    ['desk', 'lan:desk'],
  ])('the label %j never passes for Whole LAN', (label, name) => {
    const listedDevices = [{ address: '10.0.0.0/30', label }];
    const listed = { access: access({ accessWithoutToken: 'listed', listedDevices }) };
    expect(callerOf(origin('10.0.0.1'), listed)).toBe(name);
  });
});
