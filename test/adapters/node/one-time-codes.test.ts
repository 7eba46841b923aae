// One-time codes and the encryption of their secrets.
import { describe, expect, it } from 'vitest';
import { oneTimeCodes } from '../../../adapters/node/one-time-codes.js';
import { secretBox } from '../../../adapters/node/secret-box.js';

describe('one-time codes', () => {
  /** The secret and the times of RFC 6238, appendix B; the codes are the last six digits of those for SHA-1. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i s, %s is the code of step %i', (seconds, code, step) => {
    expect(oneTimeCodes.stepOf(secret, code, seconds * 1_000)).toBe(step);
  });

  it('are accepted one step early and late, and no more', () => {
    const at = (seconds: number) => oneTimeCodes.stepOf(secret, '005924', (1_234_567_890 + seconds) * 1_000);
    expect([-60, -30, 0, 30, 60].map(at)).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, undefined]);
  });

  it('have secrets of 160 bits, and an address for authenticator apps', () => {
    const own = oneTimeCodes.secret();
    expect(own).toMatch(/^[A-Z2-7]{32}$/);
    expect(own).not.toBe(oneTimeCodes.secret());
    expect(oneTimeCodes.address(own, 'ada')).toBe(
      `otpauth://totp/Studio%20Control:ada?issuer=Studio%20Control&secret=${own}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('a secret box', () => {
  it('opens what it sealed, which is different each time and does not contain the secret', () => {
    const { seal, open } = secretBox('the key');
    const [one, other] = [seal('the secret'), seal('the secret')];
    expect([open(one), open(other)]).toEqual(['the secret', 'the secret']);
    expect(one).not.toBe(other);
    expect(Buffer.from(one.slice(2), 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('opens nothing that another key sealed, nothing damaged and nothing else', () => {
    const sealed = secretBox('the key').seal('the secret');
    const damaged = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    expect(secretBox('another').open(sealed)).toBeUndefined();
    for (const other of [damaged, `2${sealed.slice(1)}`, '', '1.', 'the secret'])
      expect(secretBox('the key').open(other)).toBeUndefined();
  });
});
