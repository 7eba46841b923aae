// When a compiled policy ends: with the next token or listed entry that ends. An entry admits nobody from its end on.
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { access, address, configuration, hashToken, legacySettings, noon, panel } from '../fixtures.js';

const compile = compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true });

const [hour, entryAddress] = [3_600_000, '192.168.1.7'];

const listing = (...ends: readonly number[]) =>
  access({
    accessWithoutToken: 'listed',
    listedDevices: ends.map((end) => ({ address: entryAddress, label: 'Desk', expiresAt: utcTime(end) })),
  });

describe('@LAN-13: a policy with listed entries that end', () => {
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
