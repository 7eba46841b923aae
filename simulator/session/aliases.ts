// Aliases of secrets in recordings: a recording names a token, and a replay makes one of its own.
import { generateToken, isToken, type HashToken, type TokenHash } from '../../domain/access/token.js';
import { seededRandom } from '../random.js';

/** The aliases of one session. The same secrets in the same order have the same aliases. */
export interface Aliases {
  /** Returns the alias of a secret, such as `{token-1}`. An empty secret has none. */
  readonly aliasOf: (secret: string) => string;
  /** Returns the alias of the token with a hash. The token itself may be used before or afterwards. */
  readonly aliasOfHash: (hash: TokenHash) => string;
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
  const others = new Map<string, string>();
  const tokens = new Map<TokenHash, string>();
  const aliasOfHash = (hash: TokenHash): string => {
    const alias = tokens.get(hash) ?? tokenAlias(tokens.size + 1);
    tokens.set(hash, alias);
    return alias;
  };
  const aliasOfOther = (secret: string): string => {
    const alias = others.get(secret) ?? `{secret-${String(others.size + 1)}}`;
    others.set(secret, alias);
    return alias;
  };
  for (const hash of hashes) aliasOfHash(hash);
  return {
    aliasOfHash,
    aliasOf: (secret) => {
      if (secret === '') return '';
      return isToken(secret) ? aliasOfHash(hashToken(secret)) : aliasOfOther(secret);
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
