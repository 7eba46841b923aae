// Tokens as the access configuration names them.
import { createHash } from 'node:crypto';

/** Returns the hash of a token, in hexadecimal digits. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
