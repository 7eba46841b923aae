// Hides tokens in texts that are written down, however they were encoded on the way there.

/** Anything shaped like a token, wherever it stands in a text. */
const tokenShaped = /svc_[0-9a-z]{32}/gi;

/** So much of a token is no accident any more. */
const tokenBegun = /svc_[0-9a-z]{8}/i;

/** In text that can't be decoded, so many letters and digits may be what is left of one. */
const longRun = /[0-9a-z_]{20}/i;

/** Words in which something is encoded. */
const encodedWord = /[^\s"'/?&=;,<>]*[%\\][^\s"'/?&=;,<>]*/g;

const isHex = (character: string | undefined): boolean => character !== undefined && /^[0-9a-f]$/i.test(character);

/**
 * Decodes until nothing encoded is left. One pass does: whatever decoding brings forth is looked at together with what
 * stands before it. Octets that don't belong together stay, each as one character.
 */
export const decodeWhole = (text: string): string => {
  if (!text.includes('%')) return text;
  const decoded: string[] = [];
  for (const character of text) {
    decoded.push(character);
    while (decoded.at(-3) === '%' && isHex(decoded.at(-2)) && isHex(decoded.at(-1)))
      decoded.push(String.fromCharCode(parseInt(decoded.splice(-3).join('').slice(1), 16)));
  }
  return decoded.join('');
};

const lettersOf = (text: string): string => text.replace(/[^0-9a-z_]/gi, '');

const isBroken = (word: string, decoded: string): boolean => {
  try {
    decodeURIComponent(word);
    return decoded.includes('%');
  } catch {
    return true;
  }
};

/** Whether a token may be in a word: whole or begun, encoded any number of times, with broken encoding in between. */
const mayHoldToken = (word: string): boolean => {
  const decoded = decodeWhole(word);
  const readings = [lettersOf(decoded), lettersOf(word)];
  return (
    readings.some((letters) => tokenBegun.test(letters)) ||
    (isBroken(word, decoded) && readings.some((letters) => longRun.test(letters)))
  );
};

/** The text with everything token-shaped replaced by `***`, and every word in which an encoded token may be. */
export const redactTokens = (text: string): string => {
  const redacted = text.replace(tokenShaped, '***');
  return /[%\\]/.test(redacted)
    ? redacted.replace(encodedWord, (word) => (mayHoldToken(word) ? '***' : word))
    : redacted;
};
