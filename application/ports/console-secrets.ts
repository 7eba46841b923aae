// The ports for the secrets and passwords of the console.
import type { PasswordHash } from '../../domain/console/operator.js';
import type { Secrets } from './secrets.js';

/** Unguessable values of the console. */
export interface ConsoleSecrets extends Secrets {
  readonly studioKey: () => string;
  readonly sessionKey: () => string;
  readonly password: () => string;
}

/** Makes and checks what is kept of passwords; slow on purpose. */
export interface Passwords {
  readonly hash: (password: string) => Promise<PasswordHash>;
  readonly matches: (password: string, hash: PasswordHash) => Promise<boolean>;
}

/** Makes the SHA-256 hash, 64 hexadecimal digits, of a secret that is too long to be guessed. */
export type HashSecret = (secret: string) => string;
