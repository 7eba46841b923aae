// Signs messages as Standard Webhooks requires: HMAC-SHA256 of the id, the time and the body (WEBHOOK-3).
import { createHmac } from 'node:crypto';

/** Returns the header field with one signature for each key. `seconds` is the time of the attempt, since 1970 UTC. */
export const signatureOf = (keys: readonly Uint8Array[], id: string, seconds: number, body: string): string =>
  keys
    .map(
      (key) =>
        `v1,${createHmac('sha256', key)
          .update(`${id}.${String(seconds)}.${body}`)
          .digest('base64')}`,
    )
    .join(' ');
