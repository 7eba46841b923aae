// The code of a token: what a panel without a device shows, and what an operator compares with it.
import type { TokenHash } from './token.js';

/** Letters and digits that nobody takes for others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const bitsOfCharacter = 5;

/** Returns eight letters and digits that follow from the hash of a token, in two groups: `7K3M-Q0XF` (PAIRING-1). */
export const pairingCode = (hash: TokenHash): string => {
  const bits = BigInt(`0x${hash.slice(0, 10)}`);
  const characters = Array.from({ length: 8 }, (_, at) => {
    const shift = BigInt((7 - at) * bitsOfCharacter);
    return alphabet.charAt(Number((bits >> shift) & 31n));
  }).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
};
