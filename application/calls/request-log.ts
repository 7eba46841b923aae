// The last calls of the API, for whoever wants to know who did what.
import * as t from 'io-ts';
import { described, dateTime } from '../../domain/codec/codec.js';

/** One call (part 2 of the specification). Tokens in `path` read `***`. */
export const RequestLogEntry = described(
  t.readonly(
    t.type({
      time: dateTime,
      address: t.string,
      caller: described(t.union([t.string, t.null]), {
        description:
          '`loopback`, `device:<name>`, `legacy:<username>` or `lan:<label>`; null where nobody was resolved',
      }),
      method: t.string,
      path: described(t.string, { description: 'With its query; tokens read `***`' }),
      status: described(t.number, { type: 'integer' }),
      error: described(t.union([t.string, t.null]), { description: 'The error code; null for a success' }),
    }),
    'RequestLogEntry',
  ),
  {
    description: 'One call of the API, and how it was answered',
    examples: [
      {
        time: '2026-01-31T12:00:00.000Z',
        address: '192.168.1.20',
        caller: 'device:Panel A',
        method: 'GET',
        path: '/api/v2/signals/red-light/on',
        status: 200,
        error: null,
      },
    ],
  },
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
