// A log that discards every entry.
import type { Log } from '../../application/ports/log.js';

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
