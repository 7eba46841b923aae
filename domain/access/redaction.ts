// Redacts tokens in text, percent-encoded ones included.

/** What is shown in place of a secret. */
export const hidden = '***';

/** What a token of a device, or an API token of the console, begins with. */
const tokenStart = /s(?:vc|ca)_/;

/** Text that has the form of a token. */
const tokenShaped = new RegExp(`${tokenStart.source}[0-9a-z]{32}`, 'gi');

/** Matches, in any case, every text that {@link redactTokens} or {@link redactSignIn} changes, and few others. */
export const mayHaveSecret = new RegExp(`${tokenStart.source}|[?&%]`, 'i');

/** Returns the texts of the form of a token that a text contains. */
export const tokensIn = (text: string): readonly string[] => text.match(tokenShaped) ?? [];

/** Words. None of the separators can be part of a token. */
const word = /[^\s"'/?&=;,<>]+/g;

const percent = 0x25;

/** Returns the value of a hexadecimal digit by its code, or -1. */
const hexValue = (code = 0): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** How many codes become text at once: they are arguments of one call. */
const codesAtOnce = 4_096;

const textOf = (codes: readonly number[]): string => {
  let text = '';
  for (let at = 0; at < codes.length; at += codesAtOnce)
    text += String.fromCharCode(...codes.slice(at, at + codesAtOnce));
  return text;
};

/**
 * Decodes percent-encoding until none is left, nested encodings included. One pass is enough, because each decoded
 * character is checked together with the characters before it. Each octet becomes one character.
 */
export const decodeFully = (text: string): string => {
  if (!text.includes('%')) return text;
  const decoded: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    decoded.push(text.charCodeAt(at));
    while (decoded.length > 2 && decoded[decoded.length - 3] === percent) {
      const octet = (hexValue(decoded[decoded.length - 2]) << 4) | hexValue(decoded[decoded.length - 1]);
      if (octet < 0) break;
      decoded.pop();
      decoded.pop();
      decoded[decoded.length - 1] = octet;
    }
  }
  return textOf(decoded);
};

const containsEncoded = (text: string): boolean => decodeFully(text).search(tokenShaped) >= 0;

/** Shortest text with a token, in characters. */
const tokenLength = 36;

const hideEncoded = (text: string): string => (text.length >= tokenLength && containsEncoded(text) ? hidden : text);

/** Replaces tokens by `***`, and every word that contains a token once decoded. Takes time in proportion to the text. */
export const redactTokens = (text: string): string => {
  const redacted = text.replace(tokenShaped, hidden);
  // Most texts contain no token at all. Decoding them once costs much less than decoding each of many words.
  return redacted.includes('%') && containsEncoded(redacted) ? redacted.replace(word, hideEncoded) : redacted;
};

/** The parameters of sign-ins at an identity provider whose values are secret, in an address or a form. */
const signInParameter =
  /([?&](?:code|state|nonce|id_token|access_token|refresh_token|client_secret|code_verifier)=)[^&#\s"']+/gi;

/** Replaces the values of these parameters by `***`. */
export const redactSignIn = (text: string): string => text.replace(signInParameter, '$1***');
