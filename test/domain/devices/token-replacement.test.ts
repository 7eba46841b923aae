// Replacing the token of a device, and ending the old one.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { revokeDevice, type Device, type Devices } from '../../../domain/devices/device.js';
import {
  defaultOverlapMs,
  endOldToken,
  maxOverlapMs,
  replaceToken,
  type Replacement,
} from '../../../domain/devices/token-replacement.js';
import { hashToken, noon, panel, rightOf, token } from '../fixtures.js';

const desk: Device = { ...panel, id: 'desk', name: 'Desk', tokenHash: hashToken(token(2)) };
const both: Devices = [panel, desk];
const replacement: Replacement = { tokenHash: hashToken(token(3)), now: noon, overlapMs: 1_000 };
const replaced: Device = {
  ...desk,
  tokenHash: hashToken(token(3)),
  issuedAt: utcTime(noon),
  tokenNumber: 2,
  oldToken: { tokenHash: desk.tokenHash, state: 'active', endsAt: utcTime(noon + 1_000) },
};
const expiring = (ms: number): Devices => [panel, { ...desk, expiresAt: utcTime(noon + ms) }];
const replacedAmong = (devices: Devices, changes: Partial<Replacement> = {}): unknown =>
  rightOf(replaceToken('desk', { ...replacement, ...changes })(devices))[1];

it('the overlap is a day by default, and 30 days at most', () => {
  expect([defaultOverlapMs, maxOverlapMs]).toEqual([86_400_000, 2_592_000_000]);
});

describe('replacing a token', () => {
  it('keeps the settings, and the old token until its end', () => {
    expect(replaceToken('desk', replacement)(both)).toEqual(E.right([panel, replaced]));
    expect(both).toEqual([panel, desk]);
  });

  it('with no overlap ends the old token at once', () => {
    const oldToken = { tokenHash: desk.tokenHash, state: 'revoked', endsAt: utcTime(noon) };
    expect(replacedAmong(both, { overlapMs: 0 })).toEqual({ ...replaced, oldToken });
  });

  it('a second time forgets the token before the old one', () => {
    const second = { tokenHash: hashToken(token(4)), now: noon + 500 };
    expect(replacedAmong([panel, replaced], second)).toEqual({
      ...replaced,
      tokenHash: hashToken(token(4)),
      issuedAt: utcTime(noon + 500),
      tokenNumber: 3,
      oldToken: { tokenHash: replaced.tokenHash, state: 'active', endsAt: utcTime(noon + 1_500) },
    });
  });

  it('keeps the expiry of the device, or sets another', () => {
    expect(replacedAmong(expiring(5_000))).toMatchObject({ expiresAt: utcTime(noon + 5_000) });
    expect(replacedAmong(expiring(5_000), { expiresAt: null })).toMatchObject({ expiresAt: null });
    const later = utcTime(noon + 9_000);
    expect(replacedAmong(both, { expiresAt: later })).toMatchObject({ expiresAt: later });
  });

  it('never lets the old token outlive its own expiry', () => {
    const endsAt = (ms: number) => replacedAmong(expiring(ms), { expiresAt: null });
    expect(endsAt(400)).toMatchObject({ oldToken: { state: 'active', endsAt: utcTime(noon + 400) } });
    expect(endsAt(-400)).toMatchObject({ oldToken: { state: 'active', endsAt: utcTime(noon - 400) } });
    expect(endsAt(4_000)).toMatchObject({ oldToken: { endsAt: utcTime(noon + 1_000) } });
  });

  it('is refused if the new token would have expired', () => {
    const message = 'the new token would have expired already; specify a later expiresAt, or null for none';
    const refused = E.left({ code: 'conflict', message });
    expect(replaceToken('desk', replacement)(expiring(0))).toEqual(refused);
    expect(replaceToken('desk', { ...replacement, expiresAt: utcTime(noon - 1) })(both)).toEqual(refused);
    expect(replacedAmong(both, { expiresAt: utcTime(noon + 1) })).toMatchObject({ expiresAt: utcTime(noon + 1) });
  });

  it('of a revoked or an unknown device is refused', () => {
    expect(replaceToken('desk', replacement)(rightOf(revokeDevice('desk')(both)))).toEqual(
      E.left({ code: 'conflict', message: 'the device "Desk" is revoked; add a new device instead' }),
    );
    expect(replaceToken('nobody', replacement)(both)).toMatchObject({ left: { code: 'not_found' } });
  });
});

describe('ending the old token', () => {
  const ended = { ...replaced, oldToken: { ...replaced.oldToken, state: 'revoked' } };

  it('revokes it, however often it is ended', () => {
    const once = rightOf(endOldToken('desk')([panel, replaced]));
    expect(once).toEqual([panel, ended]);
    expect(endOldToken('desk')(once)).toEqual(E.right(once));
  });

  it('is refused if there is none', () => {
    expect(endOldToken('desk')(both)).toEqual(
      E.left({ code: 'conflict', message: 'the token of the device "Desk" was never replaced' }),
    );
    expect(endOldToken('nobody')(both)).toMatchObject({ left: { code: 'not_found' } });
  });
});
