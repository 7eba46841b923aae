// The secrets that sign the messages of a webhook, as Standard Webhooks writes them (WEBHOOK-3).
import * as E from 'fp-ts/lib/Either.js';

const [minBytes, maxBytes] = [24, 64];
const maxSecrets = 2;

const keyOf = (line: string): Uint8Array | undefined => {
  const [, text = ''] = /^whsec_([A-Za-z\d+/]+)={0,2}$/.exec(line) ?? [];
  // No base64 has one character more than whole groups of four.
  const octets = text.length % 4 === 1 ? '' : atob(text);
  const isWhole = btoa(octets).replace(/={1,2}$/, '') === text;
  const isLong = octets.length >= minBytes && octets.length <= maxBytes;
  return isWhole && isLong ? Uint8Array.from(octets, (one) => one.charCodeAt(0)) : undefined;
};

/** What a secret is, in words. */
export const secretForm = `whsec_ and the base64 of ${String(minBytes)} to ${String(maxBytes)} bytes`;

/** Reads the keys from the content of a secret file. Returns what was expected, without the secret, if it has none. */
export const keysIn = (content: string): E.Either<string, readonly Uint8Array[]> => {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '');
  const keys = lines.flatMap((line) => keyOf(line.trim()) ?? []);
  return keys.length === lines.length && keys.length > 0 && keys.length <= maxSecrets
    ? E.right(keys)
    : E.left(`one secret, or two on lines of their own: ${secretForm}`);
};
