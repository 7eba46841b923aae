// Password hashes by scrypt.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '../../application/ports/console-secrets.js';
import type { PasswordHash } from '../../domain/console/operator.js';

/** How costly a hash is; memory is 128 × cost × blockSize octets. */
export type ScryptCost = Pick<PasswordHash, 'cost' | 'blockSize' | 'parallelization'>;

/** 32 MB and about a tenth of a second or three. */
export const defaultCost: ScryptCost = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };

const saltOctets = 16;
const hashOctets = 32;

const derive = (password: string, salt: Buffer, octets: number, cost: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { cost: N, blockSize: r, parallelization: p } = cost;
    const maxmem = 128 * r * (N + p) + 1_048_576;
    scrypt(password.normalize('NFKC'), salt, octets, { N, r, p, maxmem }, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });

/** Hashes at a cost; hashes of any other cost are checked all the same. */
export const scryptPasswords = (cost: ScryptCost = defaultCost): Passwords => ({
  hash: async (password) => {
    const salt = randomBytes(saltOctets);
    const hash = await derive(password, salt, hashOctets, cost);
    return { method: 'scrypt', ...cost, salt: salt.toString('base64'), hash: hash.toString('base64') };
  },
  matches: async (password, kept) => {
    const hash = Buffer.from(kept.hash, 'base64');
    return timingSafeEqual(await derive(password, Buffer.from(kept.salt, 'base64'), hash.length, kept), hash);
  },
});
