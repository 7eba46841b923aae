// Hides tokens in texts that are written down, however they were encoded on the way there.

/** Anything shaped like a token, wherever it stands in a text. */
const tokenShaped = /svc_[0-9a-z]{32}/gi;

/** Words in which something is percent-encoded; no character of a token ends a word. */
const encodedWord = /[^\s"'/?&=;,<>]*%[^\s"'/?&=;,<>]*/g;

const hexOctet = /^[0-9a-f]{2}$/i;

/**
 * Decodes until nothing encoded is left. One pass does: whatever decoding brings forth is looked at together with what
 * stands before it. Octets that don't belong together stay, each as one character.
 */
export const decodeWhole = (text: string): string => {
  if (!text.includes('%')) return text;
  const decoded: string[] = [];
  for (const character of text) {
    decoded.push(character);
    while (decoded.at(-3) === '%' && hexOctet.test(decoded.slice(-2).join('')))
      decoded.push(String.fromCharCode(parseInt(decoded.splice(-3).join('').slice(1), 16)));
  }
  return decoded.join('');
};

const hideEncoded = (word: string): string => (decodeWhole(word).search(tokenShaped) < 0 ? word : '***');

/** The text with everything token-shaped replaced by `***`, and every word that is token-shaped once it is decoded. */
export const redactTokens = (text: string): string => {
  const redacted = text.replace(tokenShaped, '***');
  return redacted.includes('%') ? redacted.replace(encodedWord, hideEncoded) : redacted;
};
