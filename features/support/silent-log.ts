// A log that discards every entry.
import type { Log } from '../../application/ports/log.js';

const nothing = (): void => undefined;

export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
