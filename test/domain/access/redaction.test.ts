// Redaction of tokens, percent-encoded ones included; other text is unchanged.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeFully, redactSignIn, redactTokens } from '../../../domain/access/redaction.js';

const token = 'svc_0123456789abcdefghijklmnopqrstuv';

/** Percent-encodes each character a number of times. */
const encode = (text: string, times: number): string =>
  Array.from(text, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    return times === 0 ? character : `%${'25'.repeat(times - 1)}${hex}`;
  }).join('');

describe('decoding', () => {
  it.each([
    ['', ''],
    ['plain text', 'plain text'],
    ['%41', 'A'],
    ['%4a%4A', 'JJ'],
    ['a%2541b', 'aAb'],
    ['%25252541', 'A'],
    ['%%34%31', 'A'],
    ['%4', '%4'],
    ['%', '%'],
    ['%zz', '%zz'],
    ['%4z', '%4z'],
    ['%z4', '%z4'],
    ['4141', '4141'],
    ['%C3%A9', '\u00c3\u00a9'],
    ['%00x', '\0x'],
  ])('decodes %j to %j', (text, decoded) => {
    expect(decodeFully(text)).toBe(decoded);
  });

  it('undoes any number of encodings', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -$&-~]{0,20}$/), fc.integer({ min: 0, max: 6 }), (text, times) => {
        expect(decodeFully(encode(text, times))).toBe(text);
      }),
    );
  });
});

describe('redaction', () => {
  it.each([0, 1, 2, 5])('hides a token encoded %i times, and keeps the text around it', (times) => {
    expect(redactTokens(`GET /a/${encode(token, times)}/b?c=d e`)).toBe('GET /a/***/b?c=d e');
    expect(redactTokens(`x="${encode(token, times)}", y=<${encode(token, times)}>;`)).toBe('x="***", y=<***>;');
    expect(redactTokens(`'${encode(token, times)}'&z=1`)).toBe("'***'&z=1");
  });

  it('hides tokens in capitals, and several in one text', () => {
    expect(redactTokens(`${token.toUpperCase()} and ${encode(token, 1)} and ${token}`)).toBe('*** and *** and ***');
  });

  it('hides a partly encoded word completely', () => {
    expect(redactTokens(`a b-%73${token.slice(1)}-c d`)).toBe('a *** d');
    expect(redactTokens(`${token}%20tail`)).toBe('***%20tail');
  });

  it.each([
    'nothing at all',
    'svc_short',
    `svc_${'a'.repeat(31)}`,
    '100% sure',
    'a%20b%41',
    encode('svc_short', 1),
    encode(token.slice(0, -1), 1),
    encode(`svd_${'a'.repeat(32)}`, 2),
  ])('keeps %j', (text) => {
    expect(redactTokens(text)).toBe(text);
  });
});

describe('redaction of a long word', () => {
  const letters = 'a'.repeat(15_000);

  it('keeps it where it contains no token', () => {
    for (const text of [`/%41/${letters}`, `%41${letters}`, `${letters}%41`, '%'.repeat(15_000)])
      expect(redactTokens(text)).toBe(text);
  });

  it('hides it where it contains an encoded token', () => {
    expect(redactTokens(`/%41/${letters}-${encode(token, 1)}/${letters}`)).toBe(`/%41/***/${letters}`);
  });

  it.each([
    ['decodes all words at once where none contains a token', '', 1],
    ['decodes only words that are long enough beside one that contains a token', `/${encode(token, 1)}`, 1 + 1 + 3],
  ])('%s', (_case, end, times) => {
    const words = Array.from({ length: 36 }, (_, at) => `%41${'a'.repeat(at)}`).join('/');
    const fromCharCode = vi.spyOn(String, 'fromCharCode');
    expect(redactTokens(words + end)).toBe(words + (end && '/***'));
    expect(fromCharCode).toHaveBeenCalledTimes(times);
    fromCharCode.mockRestore();
  });
});

describe('sign-ins at an identity provider', () => {
  it.each([
    ...['code', 'state', 'nonce', 'id_token', 'access_token', 'refresh_token', 'client_secret', 'code_verifier'],
    'CODE',
  ])('have no secret in %s', (name) => {
    expect(redactSignIn(`/callback?${name}=first&x=1&${name}=second`)).toBe(`/callback?${name}=***&x=1&${name}=***`);
  });

  it.each([
    [
      'GET /sign-in/oidc/callback?code=a.b-c&state=d_e&iss=https%3A',
      'GET /sign-in/oidc/callback?code=***&state=***&iss=https%3A',
    ],
    ['"https://console/x?id_token=a.b.c#d"', '"https://console/x?id_token=***#d"'],
    ['body ?grant=x&client_secret=s&code_verifier=v end', 'body ?grant=x&client_secret=***&code_verifier=*** end'],
    ['a code=7, state=on', 'a code=7, state=on'],
    ['?barcode=7&code=', '?barcode=7&code='],
  ])('lose their secrets: %j', (text, redacted) => {
    expect(redactSignIn(text)).toBe(redacted);
  });
});
