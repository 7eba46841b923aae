// Device tokens: their form, and the hash that alone is kept.
import * as t from 'io-ts';

/** `svc_` and 32 lowercase letters and digits (part 8 of the specification). */
const tokenForm = /^svc_[0-9a-z]{32}$/;

export const isToken = (text: string): boolean => tokenForm.test(text);

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Spells a token; `pick(n)` gives an unguessable whole number from 0 to n - 1, each as likely as any other. */
export const spellToken = (pick: (choices: number) => number): string =>
  `svc_${Array.from({ length: 32 }, () => alphabet.charAt(pick(alphabet.length))).join('')}`;

interface TokenHashBrand {
  readonly TokenHash: unique symbol;
}

/** SHA-256 of a token, 64 lowercase hexadecimal digits: all that is ever stored of it. */
export const TokenHash = t.brand(
  t.string,
  (text): text is t.Branded<string, TokenHashBrand> => /^[0-9a-f]{64}$/.test(text),
  'TokenHash',
);
export type TokenHash = t.TypeOf<typeof TokenHash>;

/** Makes the SHA-256 hash of a token or another secret text; the technology is an adapter's. */
export type HashToken = (token: string) => TokenHash;
