// Which legacy headers count as attempts to guess the password.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { resolveCaller, type Caller, type CallOrigin, type RefusedDevice } from '../../../domain/access/caller.js';
import { readCredentials } from '../../../domain/access/credentials.js';
import { legacyAttemptOf, withoutLegacyCallers } from '../../../domain/access/legacy-attempt.js';
import { basic } from '../../support/http-basic.js';
import { access, address, base64, configuration, hashToken, legacySettings, noon, panel, token } from '../fixtures.js';

const policyWith = (changes: Parameters<typeof access>[0] = {}) =>
  compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(
    configuration({ access: access(changes), devices: [panel] }),
    noon,
  );

interface Sent {
  readonly from?: string;
  readonly username?: string;
  readonly password?: string;
  readonly queryToken?: string;
  readonly forwarded?: boolean;
}

const originOf = (sent: Sent): CallOrigin => {
  const { from = '198.51.100.7', username = 'EXTERNAL_APP', password = 'wrong', queryToken } = sent;
  return {
    address: address(from),
    forwarded: sent.forwarded ?? false,
    credentials: readCredentials(basic(username, password), queryToken === undefined ? [] : [queryToken]),
  };
};

const callerOf = (origin: CallOrigin, policy = policyWith()): Caller | RefusedDevice | undefined => {
  const caller = E.toUnion(resolveCaller(origin, policy));
  return caller.kind === 'unknown' ? undefined : caller;
};

const attemptOf = (sent: Sent, policy = policyWith()) =>
  legacyAttemptOf(policy, originOf(sent), callerOf(originOf(sent), policy));

const right = base64('server-1');

describe('a legacy header', () => {
  it.each<readonly [string, Sent, string]>([
    ['with a wrong password fails', {}, 'failed'],
    ['of another app fails from a public address', { username: 'OUTPUT_PLAYER', password: '' }, 'failed'],
    ['with the right password succeeds', { password: right }, 'succeeded'],
    ['with a username that isn’t an app’s is none', { username: 'external_app' }, 'none'],
    ['from a private address is no attempt', { from: '192.168.1.20' }, 'none'],
    ['of another app from a private address is no attempt', { from: 'fd00::20', username: 'OUTPUT_PLAYER' }, 'none'],
    ['of the host itself is no attempt', { from: '127.0.0.1' }, 'none'],
    ['with a token as its password is no attempt', { password: token(1) }, 'none'],
    ['beside a token is no attempt', { queryToken: token(1) }, 'none'],
    ['that a proxy forwarded fails', { from: '10.0.0.1', forwarded: true, username: 'OUTPUT_PLAYER' }, 'failed'],
  ])('%s', (_what, sent, attempt) => {
    expect(attemptOf(sent)).toBe(attempt);
  });

  it('fails at an address with LAN access', () => {
    const listed = policyWith({
      accessWithoutToken: 'listed',
      listedDevices: [{ address: '198.51.100.7', label: 'van' }],
    });
    expect([attemptOf({}, listed), callerOf(originOf({}), listed)?.kind]).toEqual(['failed', 'lan']);
  });

  it('is no attempt while legacy authorization is off', () => {
    expect(attemptOf({ password: right }, policyWith({ legacyAuthorization: false }))).toBe('none');
  });

  it('of a revoked device is no attempt', () => {
    const revoked = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(
      configuration({ devices: [{ ...panel, state: 'revoked' }] }),
      noon,
    );
    expect(attemptOf({ password: token(1) }, revoked)).toBe('none');
  });
});

describe('a policy without legacy callers', () => {
  it('resolves the right password as a wrong one', () => {
    const froms = fc.constantFrom('198.51.100.7', '2001:db8::1');
    const choices = fc.constantFrom('off', 'whole_lan', 'listed' as const);
    const ids = fc.constantFrom('server-1', 'studio-1');
    fc.assert(
      fc.property(froms, choices, ids, fc.string(), (from, accessWithoutToken, id, wrong) => {
        const listedDevices = [{ address: '2001:db8::/64', label: 'van' }];
        const policy = withoutLegacyCallers(policyWith({ accessWithoutToken, listedDevices }));
        const resolve = (password: string) => resolveCaller(originOf({ from, password }), policy);
        expect(resolve(base64(id))).toEqual(resolve(wrong));
      }),
    );
  });
});
