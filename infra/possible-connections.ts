// The connections that a server accepts, within the descriptors of the process.
import type { Log } from '../application/ports/log.js';
import { descriptorLimit } from '../adapters/node/descriptor-limit.js';

/** Descriptors for files, devices and the database. */
const otherDescriptors = 256;

/**
 * Returns how many connections a server accepts: `wanted`, or what the limit of descriptors leaves, at least half of it.
 * Logs a warning if that is less. Without this, one address would take all descriptors before the limit of connections
 * protects others (CONN-5).
 */
export const possibleConnections = (wanted: number, log: Log, limit = descriptorLimit): number => {
  const descriptors = limit();
  if (descriptors === undefined) return wanted;
  const connections = Math.min(wanted, Math.max(descriptors - otherDescriptors, Math.floor(descriptors / 2)));
  if (connections < wanted)
    log.warn(
      'fewer connections are accepted, because the process may open too few files; raise LimitNOFILE or ulimit -n',
      {
        connections,
        wanted,
        descriptors,
        expected: wanted + otherDescriptors,
      },
    );
  return connections;
};
