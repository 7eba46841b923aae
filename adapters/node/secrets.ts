// Random values and hashes, from Node's crypto module.
import { hash, randomInt, randomUUID } from 'node:crypto';
import { injectable } from 'inversify';
import type { Secrets } from '../../application/ports/secrets.js';
import { generateToken, type HashToken, type TokenHash } from '../../domain/access/token.js';

/** Returns the SHA-256 of a token. */
export const hashToken: HashToken = (token) => hash('sha256', token) as TokenHash;

/** Generates ids and tokens from the system's random source. */
@injectable()
export class SystemSecrets implements Secrets {
  readonly id = (): string => randomUUID();
  readonly token = (): string => generateToken((choices) => randomInt(choices));
}
