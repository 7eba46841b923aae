// Redacts tokens in text, percent-encoded ones included.

/** What is shown in place of a secret. */
export const hidden = '***';

/** Text that has the form of a token. */
const tokenShaped = /svc_[0-9a-z]{32}/gi;

/** Words. None of the separators can be part of a token. */
const word = /[^\s"'/?&=;,<>]+/g;

const hexOctet = /^[0-9a-f]{2}$/i;

/**
 * Decodes percent-encoding until none is left, nested encodings included. One pass is enough, because each decoded
 * character is checked together with the characters before it. Each octet becomes one character.
 */
export const decodeFully = (text: string): string => {
  if (!text.includes('%')) return text;
  const decoded: string[] = [];
  for (const character of text) {
    decoded.push(character);
    while (decoded.at(-3) === '%' && hexOctet.test(decoded.slice(-2).join('')))
      decoded.push(String.fromCharCode(parseInt(decoded.splice(-3).join('').slice(1), 16)));
  }
  return decoded.join('');
};

const hideEncoded = (text: string): string => (decodeFully(text).search(tokenShaped) < 0 ? text : hidden);

/** Replaces tokens by `***`, and every word that contains a token once decoded. Takes time in proportion to the text. */
export const redactTokens = (text: string): string => {
  const redacted = text.replace(tokenShaped, hidden);
  return redacted.includes('%') ? redacted.replace(word, hideEncoded) : redacted;
};

/** The parameters of sign-ins at an identity provider whose values are secret, in an address or a form. */
const signInParameter =
  /([?&](?:code|state|nonce|id_token|access_token|refresh_token|client_secret|code_verifier)=)[^&#\s"']+/gi;

/** Replaces the values of these parameters by `***`. */
export const redactSignIn = (text: string): string => text.replace(signInParameter, '$1***');
