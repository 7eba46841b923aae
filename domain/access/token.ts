// Device tokens: their form, and the hash that is stored instead of them.
import * as t from 'io-ts';

/** `svc_` followed by 32 lowercase letters and digits (TOKEN-8). */
const tokenForm = /^svc_[0-9a-z]{32}$/;

export const isToken = (text: string): boolean => tokenForm.test(text);

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a cryptographically random integer from 0 to n - 1, uniformly distributed. */
export type PickRandom = (choices: number) => number;

/** Returns random lowercase letters and digits. */
export const randomCharacters = (length: number, pick: PickRandom): string =>
  Array.from({ length }, () => alphabet.charAt(pick(alphabet.length))).join('');

/** Generates a token. */
export const generateToken = (pick: PickRandom): string => `svc_${randomCharacters(32, pick)}`;

interface TokenHashBrand {
  readonly TokenHash: unique symbol;
}

/** SHA-256 of a token, 64 lowercase hexadecimal digits. Nothing else of a token is stored (TOKEN-10). */
export const TokenHash = t.brand(
  t.string,
  (text): text is t.Branded<string, TokenHashBrand> => /^[0-9a-f]{64}$/.test(text),
  'TokenHash',
);
export type TokenHash = t.TypeOf<typeof TokenHash>;

/** Returns the SHA-256 hash of a token or another secret. An adapter implements it. */
export type HashToken = (token: string) => TokenHash;
