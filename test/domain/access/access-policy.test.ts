// The compiled policy: what it knows of tokens, of the host and of legacy headers.
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { withoutLegacyCallers } from '../../../domain/access/legacy-attempt.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { access, address, base64, configuration, hashToken, legacySettings, noon, panel, token } from '../fixtures.js';

const policyWith = (changes: Parameters<typeof access>[0] = {}, trustLoopback = true) =>
  compileAccessPolicy({ hashToken, legacySettings, trustLoopback })(
    configuration({ access: access(changes), devices: [{ ...panel, tokenHash: hashToken(lettered) }] }),
    noon,
  );

const lettered = `svc_${'a1'.repeat(16)}`;

describe('an access policy', () => {
  it('@TOKEN-8: knows a token exactly as it was made', () => {
    const { tokenOf } = policyWith();
    expect(tokenOf(lettered)).toMatchObject(O.some({ state: 'active', isOld: false }));
    const others = [lettered.toUpperCase(), `SVC_${'a1'.repeat(16)}`, ` ${lettered}`, `${lettered}\n`, token(1), ''];
    expect(others.map(tokenOf)).toEqual(others.map(() => O.none));
  });

  it('@ADDRESS-9: takes loopback for the host only if it is trusted', () => {
    const isHost = (trusted: boolean) =>
      ['127.0.0.1', '::1', '10.0.0.1'].map(address).map(policyWith({}, trusted).isHost);
    expect([isHost(true), isHost(false)]).toEqual([
      [true, true, false],
      [false, false, false],
    ]);
  });

  it('@LIMIT-1: lets devices with exact rights call nothing where there is no layout', () => {
    const { limitOf } = policyWith();
    const door = { operation: 'signal.pulse', with: { id: 'door-lock' } };
    expect(limitOf(panel)).toBeUndefined();
    expect([limitOf({ ...panel, panel: 'desk' }), limitOf({ ...panel, operations: [door] })]).toEqual([[], []]);
  });

  it('states what it does with legacy headers', () => {
    const [checked, off] = [policyWith(), policyWith({ legacyAuthorization: false })];
    const slowed = withoutLegacyCallers(checked);
    expect([checked, off, slowed].map(({ legacyHeaders }) => legacyHeaders)).toEqual(['checked', 'off', 'slowed']);
    const basic = O.some({ username: 'EXTERNAL_APP', password: base64('server-1') });
    expect([checked, off, slowed].map(({ legacyUserOf }) => O.isSome(legacyUserOf(basic, O.none)))).toEqual([
      ...[true, false, false],
    ]);
    expect([checked, off, slowed].map(({ isLegacyHeader }) => isLegacyHeader(basic))).toEqual([true, true, true]);
  });
});

describe('@LAN-13: a policy with listed entries that end', () => {
  const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true });

  const [hour, entryAddress] = [3_600_000, '192.168.1.7'];

  const listing = (...ends: readonly number[]) =>
    access({
      accessWithoutToken: 'listed',
      listedDevices: ends.map((end) => ({ address: entryAddress, label: 'Desk', expiresAt: utcTime(end) })),
    });

  it('ends with the first of them that has not ended', () => {
    const policy = compile(configuration({ access: listing(noon + 2 * hour, noon + hour, noon) }), noon);
    expect(policy.nextExpiry).toBe(noon + hour);
  });

  it('ends with a token that ends before them, and the other way around', () => {
    const devices = [{ ...panel, expiresAt: utcTime(noon + hour) }];
    expect(compile(configuration({ devices, access: listing(noon + 2 * hour) }), noon).nextExpiry).toBe(noon + hour);
    expect(compile(configuration({ devices, access: listing(noon + 1) }), noon).nextExpiry).toBe(noon + 1);
  });

  it('never ends once all have', () => {
    expect(compile(configuration({ access: listing(noon - hour, noon) }), noon).nextExpiry).toBe(Infinity);
  });

  it.each([
    [noon - 1, true],
    [noon, false],
  ])('admits an address until its entry ends, at %i: %s', (now, isAdmitted) => {
    const { lanEntryOf } = compile(configuration({ access: listing(noon) }), now);
    expect(O.isSome(lanEntryOf(address(entryAddress)))).toBe(isAdmitted);
  });
});
