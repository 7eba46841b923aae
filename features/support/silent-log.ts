// A log that nobody reads.
import type { Log } from '../../application/ports.js';

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
