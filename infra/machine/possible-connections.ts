// The connections that a server accepts, within the descriptors of the process.
import { defaultMaxConnections, maxConsoleConnections } from '../../adapters/http/server/limits.js';
import { descriptorLimit } from '../../adapters/node/descriptor-limit.js';
import type { Log } from '../../application/ports/log.js';

/** Descriptors for files, devices and the database. */
const otherDescriptors = 256;

/** How many connections the server of a part accepts, if the process may open enough descriptors. */
const wantedOf = { service: defaultMaxConnections, console: maxConsoleConnections };

type Listening = keyof typeof wantedOf;

/**
 * Returns how many connections a server accepts: the number it should, or what the limit of descriptors leaves, at least half
 * of that limit. Without this, one address would take all descriptors before the limit of connections protects others (CONN-5).
 */
export const possibleConnections = (part: Listening, descriptors = descriptorLimit()): number =>
  Math.min(wantedOf[part], Math.max(descriptors - otherDescriptors, Math.floor(descriptors / 2)));

/** Logs a warning if a server accepts fewer connections than it should (CONN-5). */
export const warnOfFewConnections = (part: Listening, log: Log, descriptors = descriptorLimit()): void => {
  const [wanted, connections] = [wantedOf[part], possibleConnections(part, descriptors)];
  if (connections === wanted) return;
  const expected = wanted + otherDescriptors;
  log.warn(
    'fewer connections are accepted, because the process may open too few files; raise LimitNOFILE or ulimit -n',
    {
      connections,
      wanted,
      descriptors,
      expected,
    },
  );
};
