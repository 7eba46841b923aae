// The last calls of the API, for whoever wants to know who did what.
import * as t from 'io-ts';

/** One call (part 2 of the specification). Tokens in `path` read `***`. */
export const RequestLogEntry = t.readonly(
  t.type({
    /** ISO-8601 UTC. */
    time: t.string,
    address: t.string,
    /** `loopback`, `device:<name>`, `legacy:<username>`, `lan:<label>`; null where nobody was resolved. */
    caller: t.union([t.string, t.null]),
    method: t.string,
    path: t.string,
    status: t.number,
    error: t.union([t.string, t.null]),
  }),
  'RequestLogEntry',
);
export type RequestLogEntry = t.TypeOf<typeof RequestLogEntry>;

/** Keeps the last calls. */
export interface RequestLog {
  readonly add: (entry: RequestLogEntry) => void;
  /** The last calls, newest first, 100 at the most. */
  readonly entries: () => readonly RequestLogEntry[];
}

/** How many calls are kept (part 8 of the specification). */
const size = 100;

/** An empty log, in memory. */
export const requestLog = (): RequestLog => {
  const ring: RequestLogEntry[] = [];
  let next = 0;
  return {
    add: (entry) => {
      ring[next] = entry;
      next = (next + 1) % size;
    },
    entries: () => [...ring.slice(next), ...ring.slice(0, next)].reverse(),
  };
};
