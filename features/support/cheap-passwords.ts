// Password hashes for tests.
import { scryptPasswords } from '../../adapters/node/passwords.js';

/** Password hashes that are fast to compute, because tests have nothing to protect. */
export const cheapPasswords = scryptPasswords({ cost: 2, blockSize: 1, parallelization: 1 });
