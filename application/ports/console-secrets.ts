// The ports for the secrets and passwords of the console.
import type { PasswordHash } from '../../domain/console/operator.js';
import type { Secrets } from './secrets.js';

/** Generates random values that can't be guessed. */
export interface ConsoleSecrets extends Secrets {
  readonly studioKey: () => string;
  readonly sessionKey: () => string;
  readonly apiToken: () => string;
  /** Returns `whsec_` and the base64 of 256 bits. */
  readonly webhookSecret: () => string;
  readonly password: () => string;
  /** Returns a code that replaces a lost second factor once (SIGN-IN-4). */
  readonly recoveryCode: () => string;
}

/** Hashes passwords and checks them; slow on purpose. */
export interface Passwords {
  readonly hash: (password: string) => Promise<PasswordHash>;
  readonly matches: (password: string, hash: PasswordHash) => Promise<boolean>;
}

/** Returns the SHA-256 hash, as 64 hexadecimal digits, of a secret that is too long to be guessed. */
export type HashSecret = (secret: string) => string;

/** Compares two hashes of secrets. The time it takes doesn't depend on where they differ. */
export type HashesEqual = (shown: string, stored: string) => boolean;
