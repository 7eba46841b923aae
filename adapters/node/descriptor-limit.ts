// The number of descriptors, such as those of connections, that the system permits to this process.
import { readFileSync } from 'node:fs';

const limits = '/proc/self/limits';

/** Returns the soft limit in a text of the form of `/proc/self/limits`; Infinity if it has none. */
const softLimitIn = (text: string): number => Number(/^Max open files +(\d+) /m.exec(text)?.[1] ?? Infinity);

/**
 * Returns the soft limit of open descriptors; Infinity if there is none, or the system isn't Linux. Node.js raises it to
 * the hard limit at its start.
 */
export const descriptorLimit = (file = limits): number => {
  try {
    return softLimitIn(readFileSync(file, 'utf8'));
  } catch {
    return Infinity;
  }
};
