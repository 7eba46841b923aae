// A log that drops repeated warnings, so that an outage does not fill it.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';

/** How long a repeated warning is dropped, milliseconds. */
const intervalMs = 600_000;

/** The most warnings that are remembered. */
const maxEntries = 100;

/** Logs an identical warning once in ten minutes, or again after any info. Infos and errors are never dropped. */
export const logThrottle = (clock: Clock, log: Log): Log => {
  const loggedAt = new Map<string, number>();

  const isDue = (entry: string): boolean => {
    const before = loggedAt.get(entry);
    if (before !== undefined && clock.now() - before < intervalMs && clock.now() >= before) return false;
    loggedAt.delete(entry);
    loggedAt.set(entry, clock.now());
    const oldest = loggedAt.keys().next().value;
    if (loggedAt.size > maxEntries && oldest !== undefined) loggedAt.delete(oldest);
    return true;
  };

  return {
    debug: log.debug,
    info: (message, fields) => {
      loggedAt.clear();
      log.info(message, fields);
    },
    warn: (message, fields) => {
      if (isDue(JSON.stringify([message, fields]))) log.warn(message, fields);
    },
    error: log.error,
  };
};
