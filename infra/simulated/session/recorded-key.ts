// What a recording keeps of an idempotency key.
import type { Aliases } from '../../../simulator/session/aliases.js';

const validKey = /^[ -~]{1,64}$/;

/** A key that is as invalid as the one that was sent: too long. */
const invalidKey = '*'.repeat(65);

/** Returns the alias of a key. Keys that are refused stay so: an empty one is kept, and others become a long one. */
export const keyAlias = (key: string, { aliasOf }: Aliases): string => {
  if (key === '') return key;
  return validKey.test(key) ? aliasOf(key) : invalidKey;
};
