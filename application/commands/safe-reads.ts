// Reads devices whose drivers may throw.
import type { Log } from '../ports/log.js';

type Read<A> = (id: string) => A;

/** Returns the same read, which doesn't throw: it returns what `unknown` returns instead. `what` names in the log what is read. */
export type ReadSafely = <A>(what: string, read: Read<A>, unknown: Read<A>) => Read<A>;

/** Returns what guards reads. Logs the first exception of a device, and when it can be read again: reads are frequent. */
export const safeReads =
  (log: Log): ReadSafely =>
  (what, read, unknown) => {
    const failing = new Set<string>();
    return (id) => {
      try {
        const value = read(id);
        if (failing.delete(id)) log.info('a device can be read again', { id, what });
        return value;
      } catch (error) {
        if (!failing.has(id)) log.error('a driver threw while its device was read', { id, what, error });
        failing.add(id);
        return unknown(id);
      }
    };
  };
