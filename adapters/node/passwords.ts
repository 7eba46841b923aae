// Password hashes with scrypt. They run in Node's thread pool of four threads, which file access needs as well.
import { atMost } from './concurrency.js';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '../../application/ports/console-secrets.js';
import type { PasswordHash } from '../../domain/console/operator.js';

/** The cost of a hash. It takes 128 × cost × blockSize bytes of memory. */
export type ScryptCost = Pick<PasswordHash, 'cost' | 'blockSize' | 'parallelization'>;

/** 32 MB of memory, and about 0.1 to 0.3 seconds. */
export const defaultCost: ScryptCost = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };

/** The most hashes at the same time; the other threads of the pool stay free. */
const maxConcurrentHashes = 2;

const saltBytes = 16;
const hashBytes = 32;

const derive = (password: string, salt: Buffer, bytes: number, cost: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { cost: N, blockSize: r, parallelization: p } = cost;
    const maxmem = 128 * r * (N + p) + 1_048_576;
    scrypt(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem }, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });

/** Creates hashes with the given cost, and checks hashes of any cost. */
export const scryptPasswords = (cost: ScryptCost = defaultCost): Passwords => {
  const limited = atMost(maxConcurrentHashes);
  return {
    hash: async (password) => {
      const salt = randomBytes(saltBytes);
      const hash = await limited(() => derive(password, salt, hashBytes, cost));
      return { method: 'scrypt', ...cost, salt: salt.toString('base64'), hash: hash.toString('base64') };
    },
    matches: async (password, stored) => {
      const hash = Buffer.from(stored.hash, 'base64');
      const salt = Buffer.from(stored.salt, 'base64');
      return timingSafeEqual(await limited(() => derive(password, salt, hash.length, stored)), hash);
    },
  };
};
