// Redaction: no log line and no message contains a recognisable part of a token, in any encoding.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactTarget } from '../../../../../adapters/http/control/request/redact-target.js';
import { parseTarget } from '../../../../../adapters/http/server/request-target.js';
import { invalid } from '../../../../../domain/failure.js';

const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

const anyToken = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 32, maxLength: 32 })
  .map((tail) => `svc_${tail}`);

/** Percent-encodes a character `times` times, in upper or lower case. */
const encode = (character: string, times: number, upper: boolean): string => {
  if (times === 0) return character;
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${'25'.repeat(times - 1)}${upper ? hex.toUpperCase() : hex}`;
};

const depths = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.boolean()), { minLength: 36, maxLength: 36 });

const encoded = fc.tuple(anyToken, depths).map(([token, how]) => ({
  token,
  text: Array.from(token, (character, at) => encode(character, ...(how[at] ?? ([0, false] as const)))).join(''),
}));

const targets: readonly ((text: string) => string)[] = [
  (text) => `/${text}`,
  (text) => `/api/v2/signals/${text}/on`,
  (text) => `/api/v2/signals/x${text}y?a=1`,
  (text) => `/api/v2/signals?token=${text}`,
  (text) => `/api/v2/signals?a=1&%74O%4ben=${text}&b=2`,
  (text) => `/api/v2/signals?%2574oken=${text}`,
  (text) => `/api/v2/signals?name=${text}`,
  (text) => `/api/v2/signals?${text}=1`,
  (text) => `/api/v2/signals?${text}`,
  (text) => `/api/v2/variables/a/set?value=see+http://x/?token%3D${text}`,
  (text) => `http://user:${text}@host/api/v2/signals?token=${text}`,
];

const anyTarget = fc.constantFrom(...targets);

/** Appends nothing, or broken encoding. */
const anySuffix = fc.constantFrom('', '%', '%zz', '%FF').map((suffix) => (text: string) => text + suffix);

/** Whether a line contains eight consecutive characters of the token, literally or decoded. */
const reveals = (line: string, token: string): boolean => {
  const readings = [line.toLowerCase()];
  for (let depth = 0; depth < 12; depth += 1) readings.push((readings.at(-1) ?? '').replace(/%25/g, '%'));
  const decoded = readings.map((text) =>
    text.replace(/%([0-7][0-9a-f])/g, (_octet, hex: string) => String.fromCharCode(parseInt(hex, 16)).toLowerCase()),
  );
  const pieces = Array.from({ length: token.length - 7 }, (_, at) => token.slice(at, at + 8));
  return pieces.some((piece) => [...readings, ...decoded].some((reading) => reading.includes(piece)));
};

describe('the logged target', () => {
  it('reveals no part of a token in any encoding', () => {
    const property = fc.property(encoded, anyTarget, anySuffix, ({ token, text }, target, append) => {
      expect(reveals(redactTarget(parseTarget(append(target(text)))), token)).toBe(false);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('hides every value of a parameter named token', () => {
    const names = fc.constantFrom(
      'token',
      'TOKEN',
      '%74oken',
      '%2574oken',
      'to%6Ben',
      'token[]',
      'Token%5B0%5D',
      '+token',
    );
    const property = fc.property(names, fc.stringMatching(/^[g-z]{9,40}$/), (name, secret) => {
      expect(redactTarget(parseTarget(`/a?x=1&${name}=${secret}&y=2`))).toBe(`/a?x=1&${name}=***&y=2`);
    });
    fc.assert(property);
  });

  it('@LOG-6: is always printable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(redactTarget({ path: text, rawQuery: text })).toMatch(/^[\x21-\x7e]*$/);
      }),
    );
  });

  it.each([
    '/api/v2/signals/sig-1',
    '/api/v2/variables/Top%20of%20the%20hour/set?value=%E3%81%93%E3%82%93%E3%81%AB%E3%81%A1%E3%81%AF%E4%B8%96%E7%95%8C',
    '/api/v2/outputs/main/clips/3/play?timeout=2000&wait=0',
    '/api/v2/signals/svc_short',
    '/api/v2/signals?a=100%25',
  ])('keeps %s unchanged', (target) => {
    expect(redactTarget(parseTarget(target))).toBe(target);
  });

  it('has at most 128 parameters', () => {
    const target = (count: number): string => `/a?${Array.from({ length: count }, () => 'b').join('&')}`;
    expect([128, 200].map((count) => redactTarget(parseTarget(target(count))))).toEqual([
      target(128),
      `${target(128)}&...`,
    ]);
  });

  it('hides a token that is encoded many times', () => {
    const token = `svc_${'a1'.repeat(16)}`;
    const nested = `%${'25'.repeat(2_700)}73${token.slice(1)}`;
    expect(redactTarget(parseTarget(`/a?x=${nested}`))).toBe('/a?x=***');
  });
});

describe('a message', () => {
  it('reveals no part of a token from a decoded target', () => {
    const property = fc.property(encoded, ({ token, text }) => {
      const { query } = parseTarget(`/a?x=${text}`);
      const failed = invalid([{ path: 'x', expected: 'a number', got: query.get('x')?.[0] ?? '' }]);
      expect(reveals(JSON.stringify(failed), token)).toBe(false);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
