// The console's secrets, from the system's random source.
import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { injectable } from 'inversify';
import type { ConsoleSecrets, HashesEqual, HashSecret } from '../../application/ports/console-secrets.js';
import { generateApiToken } from '../../domain/console/api-token.js';
import { generateRecoveryCode } from '../../domain/console/second-factor.js';
import { generateStudioKey } from '../../domain/console/studio-key.js';
import { SystemSecrets } from './secrets.js';

/** Returns the SHA-256 of a secret, in hexadecimal digits. */
export const hashSecret: HashSecret = (secret) => hash('sha256', secret, 'hex');

/** Compares hashes in constant time. Hashes of different lengths are never equal. */
export const hashesEqual: HashesEqual = (shown, stored) => {
  const [one, other] = [Buffer.from(shown), Buffer.from(stored)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Generates studio keys, session keys of 256 bits, and passwords of 96 bits. */
@injectable()
export class SystemConsoleSecrets extends SystemSecrets implements ConsoleSecrets {
  readonly studioKey = (): string => generateStudioKey((choices) => randomInt(choices));
  readonly apiToken = (): string => generateApiToken((choices) => randomInt(choices));
  readonly webhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
  readonly sessionKey = (): string => randomBytes(32).toString('base64url');
  readonly recoveryCode = (): string => generateRecoveryCode((choices) => randomInt(choices));
  readonly password = (): string => randomBytes(12).toString('base64url');
}
