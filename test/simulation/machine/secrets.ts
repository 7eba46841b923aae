// Secrets and passwords from a seed.
import { createHash } from 'node:crypto';
import type { ConsoleSecrets, Passwords } from '../../../application/ports/console-secrets.js';
import { generateToken } from '../../../domain/access/token.js';
import { generateApiToken } from '../../../domain/console/api-token.js';
import { generateRecoveryCode } from '../../../domain/console/second-factor.js';
import { generateStudioKey } from '../../../domain/console/studio-key.js';
import type { PasswordHash } from '../../../domain/console/operator.js';
import type { Random } from '../../../simulator/random.js';

/** Returns secrets that repeat with the seed. */
export const seededSecrets = (random: Random): ConsoleSecrets => {
  const pick = (choices: number): number => random.between(0, choices - 1);
  const digits = (count: number): string => Array.from({ length: count }, () => pick(16).toString(16)).join('');
  // The form of the product's ids: the console recognizes its streams by it.
  const id = (): string => [8, 4, 4, 4, 12].map(digits).join('-');
  return {
    id,
    token: () => generateToken(pick),
    studioKey: () => generateStudioKey(pick),
    sessionKey: id,
    apiToken: () => generateApiToken(pick),
    webhookSecret: () => `whsec_${Buffer.from(digits(32)).toString('base64')}`,
    password: id,
    recoveryCode: () => generateRecoveryCode(pick),
  };
};

const hashOf = (password: string): PasswordHash => ({
  method: 'scrypt',
  cost: 2,
  blockSize: 1,
  parallelization: 1,
  salt: 'bm9uZQ==',
  hash: createHash('sha256').update(password).digest('base64'),
});

/** Passwords without a salt and without the thread pool, whose threads end in any order. */
export const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(hashOf(password)),
  matches: (password, { hash }) => Promise.resolve(hashOf(password).hash === hash),
};
