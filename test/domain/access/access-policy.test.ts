// The compiled policy: what it knows of tokens, of the host and of legacy headers.
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { withoutLegacyCallers } from '../../../domain/access/legacy-attempt.js';
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
