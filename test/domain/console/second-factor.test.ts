// Second factors: which codes are accepted, each once, and who has to have one.
import { describe, expect, it } from 'vitest';
import {
  generateRecoveryCode,
  isOneTimeCode,
  normalizedCode,
  SharedSecret,
  withoutRecoveryCode,
  withUsedStep,
  type SecondFactor,
} from '../../../domain/console/second-factor.js';

const factor: SecondFactor = { sealedSecret: 'sealed', lastStep: 100, recoveryHashes: ['one', 'two'] };

describe('a time step', () => {
  it('is used once, and no earlier one after it', () => {
    expect(withUsedStep(factor, 101)).toEqual({ ...factor, lastStep: 101 });
    expect(withUsedStep(factor, 100)).toBeUndefined();
    expect(withUsedStep(factor, 99)).toBeUndefined();
    expect(withUsedStep(factor, 98)).toBeUndefined();
  });

  it('@CONSOLE-37: is used once too after another one was used while the clock was ahead', () => {
    expect(withUsedStep(factor, 97)).toEqual({ ...factor, lastStep: 97 });
  });
});

describe('a recovery code', () => {
  it('is used once', () => {
    const after = withoutRecoveryCode(factor, 'one');
    expect(after).toEqual({ ...factor, recoveryHashes: ['two'] });
    expect(after && withoutRecoveryCode(after, 'one')).toBeUndefined();
  });

  it('has 16 letters and digits in four groups, none of them like another', () => {
    const picks = Array.from({ length: 16 }, (_, at) => (at * 7) % 32);
    expect(generateRecoveryCode(() => picks.shift() ?? 0)).toBe('AHQX-6DLT-29GP-W5CK');
    expect(generateRecoveryCode((choices) => choices - 1)).toBe('9999-9999-9999-9999');
  });
});

describe('a typed code', () => {
  it.each([
    ['123 456', '123456', true],
    ['123-456', '123456', true],
    ['abcd-EFGH-jklm-2345', 'ABCDEFGHJKLM2345', false],
    ['12345', '12345', false],
    ['1234567', '1234567', false],
  ])('%s is %s', (typed, code, isTime) => {
    expect(normalizedCode(typed)).toBe(code);
    expect(isOneTimeCode(code)).toBe(isTime);
  });
});

describe('a shared secret', () => {
  it('has 32 characters of base32', () => {
    expect(SharedSecret.is('A'.repeat(32))).toBe(true);
    expect(['A'.repeat(31), `${'A'.repeat(31)}1`, 'a'.repeat(32)].some(SharedSecret.is)).toBe(false);
  });
});
