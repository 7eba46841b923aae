// The ports for the secrets and passwords of the console.
import type { PasswordHash } from '../../domain/console/operator.js';
import type { Secrets } from './secrets.js';

/** Generates the console's random values. */
export interface ConsoleSecrets extends Secrets {
  readonly studioKey: () => string;
  readonly sessionKey: () => string;
  readonly password: () => string;
}

/** Creates and checks password hashes. Slow on purpose. */
export interface Passwords {
  readonly hash: (password: string) => Promise<PasswordHash>;
  readonly matches: (password: string, hash: PasswordHash) => Promise<boolean>;
}

/** Returns the SHA-256 hash, 64 hexadecimal digits, of a secret that is too long to guess. */
export type HashSecret = (secret: string) => string;
