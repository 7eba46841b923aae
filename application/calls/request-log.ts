// The request log: the last calls of the API.
import * as t from 'io-ts';
import { described, dateTime } from '../../domain/codec/codec.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { ObservedCall } from '../../domain/access/observed-call.js';
import { observedRecord } from './call-observer.js';
import type { CallRecord, CallSink } from './call-record.js';

/** One call (LOG-2). Tokens in `path` read `***` (LOG-4). */
export const RequestLogEntry = described(
  t.readonly(
    t.type({
      time: dateTime,
      address: t.string,
      caller: described(t.union([t.string, t.null]), {
        description:
          '`loopback`, `device:<name>`, `legacy:<username>` or `lan:<label>`; null if no caller was resolved',
      }),
      method: t.string,
      path: described(t.string, { description: 'With its query; tokens read `***`' }),
      status: described(t.number, { type: 'integer' }),
      error: described(t.union([t.string, t.null]), { description: 'The error code; null for a success' }),
    }),
    'RequestLogEntry',
  ),
  {
    description: 'One call of the API and its response',
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

/** Keeps the last 100 calls (LOG-1), and the last 100 calls of identified callers (LOG-8). */
export interface RequestLog {
  readonly add: CallSink;
  /** Returns the calls, newest first. */
  readonly entries: () => readonly RequestLogEntry[];
  /** Returns the calls whose caller was identified, newest first. */
  readonly entriesOfKnownCallers: () => readonly RequestLogEntry[];
  /** Returns the calls as operators watch them, oldest first (ACTIVITY-7). */
  readonly observed: () => readonly ObservedCall[];
}

const size = 100;

/** Returns the entry of a call. */
export const requestLogEntry = ({ call, timeMs }: CallRecord): RequestLogEntry => ({ time: utcTime(timeMs), ...call });

/** Returns an empty list of the last calls. Their times become texts when they are read: many more calls are made than read. */
const lastCalls = () => {
  const ring: CallRecord[] = [];
  let next = 0;
  const oldestFirst = (): CallRecord[] => [...ring.slice(next), ...ring.slice(0, next)];
  return {
    add: (record: CallRecord): void => {
      ring[next] = record;
      next = (next + 1) % size;
    },
    oldestFirst,
    entries: (): readonly RequestLogEntry[] => oldestFirst().reverse().map(requestLogEntry),
  };
};

/** Returns an empty log, in memory. */
export const requestLog = (): RequestLog => {
  const [all, known] = [lastCalls(), lastCalls()];
  return {
    add: (record) => {
      all.add(record);
      if (record.call.caller !== null) known.add(record);
    },
    entries: all.entries,
    entriesOfKnownCallers: known.entries,
    observed: () => all.oldestFirst().map(observedRecord),
  };
};
