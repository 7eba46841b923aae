// Encrypts secrets with AES-256-GCM. A sealed text is the version, then nonce, authentication tag and ciphertext in base64.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../application/ports/second-factors.js';

const version = '1';
const nonceBytes = 12;
const tagBytes = 16;

/** Creates the box. `key` is a secret of any length that can't be guessed. */
export const secretBox = (key: string): SecretBox => {
  const keyBytes = createHash('sha256').update(key).digest();

  const decrypt = (sealed: Buffer): string => {
    const decipher = createDecipheriv('aes-256-gcm', keyBytes, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = decipher.update(sealed.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  };

  return {
    seal: (secret) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyBytes, nonce, { authTagLength: tagBytes });
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open: (sealed) => {
      if (!sealed.startsWith(`${version}.`)) return undefined;
      try {
        return decrypt(Buffer.from(sealed.slice(version.length + 1), 'base64url'));
      } catch {
        return undefined;
      }
    },
  };
};
