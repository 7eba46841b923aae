// The tokens of a device: which are valid at a moment, and whether they are used.
import { describe, expect, it } from 'vitest';
import { utcTime } from '../../../domain/codec/utc-time.js';
import {
  daysToExpiry,
  knownTokens,
  nextExpiry,
  oldTokenStateOf,
  tokenHashesOf,
  tokenStateOf,
  usageOf,
} from '../../../domain/devices/device-tokens.js';
import type { Device } from '../../../domain/devices/device.js';
import { hashToken, noon, panel, token } from '../fixtures.js';

const dayMs = 86_400_000;
const oldToken = { tokenHash: hashToken(token(3)), state: 'active', endsAt: utcTime(noon + 10) } as const;
const replaced: Device = { ...panel, expiresAt: utcTime(noon + 20), oldToken };

describe('the tokens of devices', () => {
  it('are the present one and the old one, by hash', () => {
    expect([...knownTokens([replaced], noon)]).toEqual([
      [panel.tokenHash, { device: replaced, state: 'active', isOld: false }],
      [oldToken.tokenHash, { device: replaced, state: 'active', isOld: true }],
    ]);
    expect(tokenHashesOf(panel)).toEqual([panel.tokenHash]);
    expect(tokenHashesOf(replaced)).toEqual([panel.tokenHash, oldToken.tokenHash]);
  });

  it('expire at their moment, each at its own', () => {
    const states = (now: number) => [tokenStateOf(replaced, now), oldTokenStateOf(replaced, now)];
    expect(states(noon + 9)).toEqual(['active', 'active']);
    expect(states(noon + 10)).toEqual(['active', 'expired']);
    expect(states(noon + 19)).toEqual(['active', 'expired']);
    expect(states(noon + 20)).toEqual(['expired', 'expired']);
    expect([tokenStateOf(panel, Number.MAX_SAFE_INTEGER), oldTokenStateOf(panel, noon)]).toEqual(['active', null]);
  });

  it('are revoked with their device, and the old one by itself', () => {
    const revoked: Device = { ...replaced, state: 'revoked' };
    expect([tokenStateOf(revoked, noon + 30), oldTokenStateOf(revoked, noon)]).toEqual(['revoked', 'revoked']);
    const ended: Device = { ...replaced, oldToken: { ...oldToken, state: 'revoked' } };
    expect([tokenStateOf(ended, noon), oldTokenStateOf(ended, noon)]).toEqual(['active', 'revoked']);
  });
});

it('the next expiry is the earliest of an active token', () => {
  const next = (...devices: readonly Device[]) => nextExpiry(devices, noon);
  expect(next()).toBe(Infinity);
  expect(next(panel)).toBe(Infinity);
  expect(next(panel, replaced)).toBe(noon + 10);
  expect(nextExpiry([replaced], noon + 10)).toBe(noon + 20);
  expect(nextExpiry([replaced], noon + 20)).toBe(Infinity);
  expect(next({ ...replaced, state: 'revoked' })).toBe(Infinity);
  expect(next({ ...replaced, oldToken: { ...oldToken, state: 'revoked' } })).toBe(noon + 20);
});

it('the days until expiry are counted on the last seven', () => {
  const days = (ms: number, state: Device['state'] = 'active') =>
    daysToExpiry({ ...panel, state, expiresAt: utcTime(noon + ms) }, noon);
  expect(daysToExpiry(panel, noon)).toBeUndefined();
  expect(days(7 * dayMs + 1)).toBeUndefined();
  expect(days(7 * dayMs)).toBe(7);
  expect(days(3 * dayMs - 1)).toBe(3);
  expect(days(2 * dayMs)).toBe(2);
  expect(days(1)).toBe(1);
  expect(days(0)).toBe(0);
  expect(days(-dayMs)).toBe(0);
  expect(days(dayMs, 'revoked')).toBeUndefined();
});

describe('the usage of a device', () => {
  const ago = (days: number): number => noon - days * dayMs;

  it('is never_used without a call', () => {
    expect(usageOf(panel, undefined, noon)).toBe('never_used');
    expect(usageOf({ ...panel, issuedAt: utcTime(ago(90)) }, undefined, noon)).toBe('never_used');
  });

  it('is not_used_for_30_days after 30 days without a call', () => {
    expect(usageOf(panel, ago(30) + 1, noon)).toBe('in_use');
    expect(usageOf(panel, ago(30), noon)).toBe('not_used_for_30_days');
  });

  it('counts from the last replacement of its token', () => {
    expect(usageOf({ ...panel, issuedAt: utcTime(ago(30) + 1) }, ago(60), noon)).toBe('in_use');
    expect(usageOf({ ...panel, issuedAt: utcTime(ago(30)) }, ago(60), noon)).toBe('not_used_for_30_days');
    expect(usageOf({ ...panel, issuedAt: utcTime(ago(60)) }, ago(29), noon)).toBe('in_use');
  });
});
