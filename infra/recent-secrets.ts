// Secrets that were read a moment ago: a device that is away is tried twice a second, and its secrets needn't be read as often.
import type { ConnectionDeps } from '../application/connections/connection-driver.js';

type ReadSecret = ConnectionDeps['readSecret'];

/** How long a secret is used before its file is read again, in milliseconds. */
const keptMs = 5_000;

/** Returns a function that reads each file at most every 5 s. A failure to read it is kept as long. */
export const recentSecrets = ({ clock, readSecret }: Pick<ConnectionDeps, 'clock' | 'readSecret'>): ReadSecret => {
  const kept = new Map<string, { readonly atMs: number; readonly secret: Promise<string> }>();
  return (path) => {
    const found = kept.get(path);
    if (found !== undefined && clock.now() < found.atMs + keptMs) return found.secret;
    const secret = readSecret(path);
    kept.set(path, { atMs: clock.now(), secret });
    return secret;
  };
};
