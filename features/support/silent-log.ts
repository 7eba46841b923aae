// A log that nobody reads.
import type { Log } from '../../application/ports/log.js';

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
