// The calls that operators watch at the console (ACTIVITY-1): kept until they are sent, and only while somebody watches.
import { observedCall, type ObservedCall, type ObservedCalls } from '../../domain/access/observed-call.js';
import type { WatchedSource } from '../ports/watched-source.js';
import type { CallRecord, CallSink } from './call-record.js';

/**
 * The calls that wait to be sent. The end of a watch discards all calls; its start makes a batch pending, which may be
 * empty, and so do calls that could not be sent, which are counted.
 */
export interface CallObserver extends WatchedSource<ObservedCalls> {
  /** Keeps an answered call while somebody watches. Costs next to nothing otherwise. */
  readonly record: CallSink;
}

/**
 * The most calls that are kept, apart for calls that succeeded and those that failed: a flood of one kind doesn't hide the
 * other.
 */
const maxKept = 50;

/** Returns a call as operators watch it. Redaction takes time, so calls are redacted when they are sent: at most as many as are kept. */
export const observedRecord = ({ timeMs: time, call, answeredAfterMs, decidedBy }: CallRecord): ObservedCall =>
  observedCall({ ...call, time, answeredAfterMs: answeredAfterMs ?? null, decidedBy: decidedBy ?? null });

interface Pending {
  /** Whether a batch is due even if it is empty: the first of a watch, or one after a failure. */
  readonly isDue: boolean;
  kept: CallRecord[];
  failures: number;
  notShown: number;
}

const nothing = (isDue = false): Pending => ({ isDue, kept: [], failures: 0, notShown: 0 });

const keep = (pending: Pending, kept: CallRecord): void => {
  const isFailure = kept.call.error !== null;
  const count = isFailure ? pending.failures : pending.kept.length - pending.failures;
  if (count >= maxKept) {
    pending.notShown += 1;
    return;
  }
  pending.kept.push(kept);
  if (isFailure) pending.failures += 1;
};

/** Returns an observer that nobody watches yet. */
export const callObserver = (): CallObserver => {
  let isWatched = false;
  let pending = nothing();
  let listener = (): void => undefined;
  return {
    setWatched: (watched) => {
      if (watched === isWatched) return;
      isWatched = watched;
      pending = nothing(watched);
      if (watched) listener();
    },
    record: (record) => {
      if (!isWatched) return;
      keep(pending, record);
      listener();
    },
    onPending: (onPending) => {
      listener = onPending;
    },
    isPending: () => pending.isDue || pending.kept.length + pending.notShown > 0,
    take: () => {
      const { kept, notShown } = pending;
      pending = nothing();
      return { calls: kept.map(observedRecord), notShown };
    },
    onNotSent: ({ calls, notShown }) => {
      if (isWatched) pending = { ...pending, isDue: true, notShown: pending.notShown + calls.length + notShown };
    },
  };
};
