// The form of tokens, their generation, hashes and redaction.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactTokens } from '../../../domain/access/redaction.js';
import { isToken, generateToken, TokenHash } from '../../../domain/access/token.js';
import { hashToken, token } from '../fixtures.js';

const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
const anyToken = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 32, maxLength: 32 })
  .map((tail) => `svc_${tail}`);

describe('a token', () => {
  it('is svc_ and 32 lowercase letters and digits', () => {
    fc.assert(fc.property(anyToken, (text) => isToken(text)));
  });

  it.each([
    ...['', 'svc_', token(1).slice(0, -1), `${token(1)}0`, ` ${token(1)}`, `${token(1)}\n`, token(1).toUpperCase()],
    ...[`SVC_${'a'.repeat(32)}`, `svc_${'A'.repeat(32)}`, `svc-${'a'.repeat(32)}`, `svc_${'ä'.repeat(32)}`],
    ...[`svc_${'_'.repeat(32)}`, `x${token(1)}`],
  ])('%j is not a token', (text) => {
    expect(isToken(text)).toBe(false);
  });

  it('is generated from picks among 36', () => {
    const choices: number[] = [];
    const pick = (among: number): number => choices.push(among) % among;
    expect(generateToken(pick)).toBe('svc_bcdefghijklmnopqrstuvwxyz0123456');
    expect(choices).toEqual(Array(32).fill(36));
    expect(generateToken(() => 35)).toBe(`svc_${'9'.repeat(32)}`);
    expect(generateToken(() => 0)).toBe(`svc_${'a'.repeat(32)}`);
  });
});

describe('redaction', () => {
  it('hides tokens anywhere in a text', () => {
    const hides = fc.property(anyToken, fc.string(), fc.string(), (secret, before, after) => {
      expect(redactTokens(`${before}${secret}${after}`)).not.toContain(secret);
    });
    fc.assert(hides);
  });

  it('hides every token, in any letter case', () => {
    expect(redactTokens(`/a?x=${token(1)}&y=${token(2).toUpperCase()}!`)).toBe('/a?x=***&y=***!');
  });

  it('keeps other text', () => {
    expect(redactTokens('svc_short and svc')).toBe('svc_short and svc');
  });
});

describe('a hash', () => {
  it('is 64 lowercase hexadecimal digits', () => {
    expect(TokenHash.is(hashToken('anything'))).toBe(true);
    const others = ['', 'a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), ` ${'a'.repeat(64)}`, 64];
    expect(others.filter((other) => TokenHash.is(other))).toEqual([]);
  });
});
