// Aliases of secrets in recordings: a recording names a token, and a replay makes one of its own.
import { generateToken, isToken, type HashToken, type TokenHash } from '../../domain/access/token.js';
import { seededRandom } from '../random.js';

/** The aliases of one session. The same secrets in the same order have the same aliases. */
export interface Aliases {
  /** Returns the alias of a secret, such as `{token-1}`. An empty secret has none. */
  readonly aliasOf: (secret: string) => string;
}

/** Secrets that have an alias from the beginning. */
export interface KnownSecrets {
  /** The tokens of which only the hashes are known. They are `{token-1}`, `{token-2}` and so on. */
  readonly hashes: readonly TokenHash[];
  readonly hashToken: HashToken;
}

/** Returns the alias of the token with a number, from 1. */
export const tokenAlias = (number: number): string => `{token-${String(number)}}`;

/** Returns aliases. */
export const aliases = ({ hashes, hashToken }: KnownSecrets): Aliases => {
  const all = new Map<string, string>();
  const byHash = new Map(hashes.map((hash, index) => [hash, tokenAlias(index + 1)]));
  let tokens = hashes.length;
  let others = 0;
  const newAlias = (secret: string): string =>
    isToken(secret) ? tokenAlias((tokens += 1)) : `{secret-${String((others += 1))}}`;
  return {
    aliasOf: (secret) => {
      if (secret === '') return '';
      const alias = all.get(secret) ?? byHash.get(hashToken(secret)) ?? newAlias(secret);
      all.set(secret, alias);
      return alias;
    },
  };
};

const seedOf = (alias: string): number =>
  Array.from(alias).reduce((seed, character) => (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) | 0, 0);

/** Returns what a replay uses for an alias: a token in the form of tokens, or another text. */
export const madeSecret = (alias: string): string => {
  if (!alias.startsWith('{token-')) return alias.slice(1, -1);
  const random = seededRandom(seedOf(alias));
  return generateToken((choices) => random.between(0, choices - 1));
};

const form = /\{(?:token|secret)-\d+\}/g;

/** Replaces the aliases in a text. */
export const withMadeSecrets = (text: string): string => text.replace(form, madeSecret);
