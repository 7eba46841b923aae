// A log that isn't filled by an outage: what was said lately isn't said again.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';

/** The same line is said once in so long, milliseconds. */
const againAfterMs = 600_000;

/** So many different lines are remembered. */
const mostLines = 100;

/** Says the same warning once in ten minutes, unless there was better news meanwhile; all else as often as it is said. */
export const logThrottle = (clock: Clock, log: Log): Log => {
  const saidAt = new Map<string, number>();

  const isNew = (line: string): boolean => {
    const before = saidAt.get(line);
    if (before !== undefined && clock.now() - before < againAfterMs && clock.now() >= before) return false;
    saidAt.delete(line);
    saidAt.set(line, clock.now());
    const oldest = saidAt.keys().next().value;
    if (saidAt.size > mostLines && oldest !== undefined) saidAt.delete(oldest);
    return true;
  };

  return {
    info: (sentence, fields) => {
      saidAt.clear();
      log.info(sentence, fields);
    },
    warn: (sentence, fields) => {
      if (isNew(JSON.stringify([sentence, fields]))) log.warn(sentence, fields);
    },
    error: log.error,
  };
};
