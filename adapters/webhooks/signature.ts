// Signs messages as Standard Webhooks requires: HMAC-SHA256 of the id, the time and the body (WEBHOOK-3).
import { createHmac } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';

const prefix = 'whsec_';
const [minBytes, maxBytes] = [24, 64];
const maxSecrets = 2;

/** Returns base64 without what fills it up at its end. */
const withoutEnd = (text: string): string => text.replace(/={1,2}$/, '');

const keyOf = (line: string): Buffer | undefined => {
  const text = line.startsWith(prefix) ? line.slice(prefix.length) : '';
  const key = Buffer.from(text, 'base64');
  // Node leaves out what isn't base64.
  const isWhole = withoutEnd(key.toString('base64')) === withoutEnd(text);
  return isWhole && key.length >= minBytes && key.length <= maxBytes ? key : undefined;
};

const expected = `expected one secret, or two on lines of their own: ${prefix} and the base64 of ${String(minBytes)} to ${String(maxBytes)} bytes`;

/** Reads the keys from the content of a secret file. Returns what was expected, without the secret, if it has none. */
export const keysIn = (content: string): E.Either<string, readonly Buffer[]> => {
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '');
  const keys = lines.flatMap((line) => keyOf(line.trim()) ?? []);
  return keys.length === lines.length && keys.length > 0 && keys.length <= maxSecrets
    ? E.right(keys)
    : E.left(expected);
};

/** Returns the header field with one signature for each key. `seconds` is the time of the attempt, since 1970 UTC. */
export const signatureOf = (keys: readonly Buffer[], id: string, seconds: number, body: string): string =>
  keys
    .map(
      (key) =>
        `v1,${createHmac('sha256', key)
          .update(`${id}.${String(seconds)}.${body}`)
          .digest('base64')}`,
    )
    .join(' ');
