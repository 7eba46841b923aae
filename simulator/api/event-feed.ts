// The event stream of the steering API: a snapshot first, then what changed since, at most every 100 ms.
import { steadyMs, type Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { VersionedState, type FeedState } from './versioned-state.js';

/** Shortest time between two messages, in milliseconds of real time. */
export const batchMs = 100;

/** A message. The id resumes the stream after it. */
export interface FeedMessage {
  readonly id: string;
  readonly event: 'snapshot' | 'changes';
  readonly data: object;
}

/** The feed of a studio. */
export interface EventFeed {
  /**
   * Sends a snapshot, or what changed since the message `lastId`, and then every change. Returns a function that unsubscribes.
   */
  readonly subscribe: (lastId: string | undefined, send: (message: FeedMessage) => void) => () => void;
  /** Reports that something may have changed. */
  readonly touch: () => void;
}

/** What a feed needs: real time, which paces it, and the log of its failures. */
export interface FeedDeps {
  readonly real: Clock;
  readonly log: Pick<Log, 'error'>;
}

const idOf = (run: string, { version }: VersionedState): string => `${run}-${String(version)}`;

/** Returns the version in the id of a message; NaN if it is of another run. */
const versionIn = (id: string | undefined, run: string): number =>
  id?.startsWith(`${run}-`) === true ? Number(id.slice(run.length + 1)) : NaN;

/** Returns a task for a timer, where an error would end the process. */
const guarded = (task: () => void, failed: (error: unknown) => void) => (): void => {
  try {
    task();
  } catch (error) {
    failed(error);
  }
};

/** Returns a feed. `run` distinguishes this run of the simulator from others. */
export const eventFeed = (read: () => FeedState, { real, log }: FeedDeps, run: string): EventFeed => {
  const state = new VersionedState();
  const subscribers = new Set<(message: FeedMessage) => void>();
  let sentAtMs = -Infinity;
  let isScheduled = false;

  const message = (event: FeedMessage['event'], data: object) => ({ id: idOf(run, state), event, data });

  const flush = (): void => {
    const before = state.version;
    const current = read();
    const changed = state.advance(current);
    if (changed === undefined) return;
    sentAtMs = steadyMs(real);
    const sent = message(state.reaches(before) ? 'changes' : 'snapshot', changed);
    for (const send of [...subscribers]) send(sent);
  };

  /** Makes the next message a snapshot. */
  const failed = (error: unknown): void => {
    state.forget();
    log.error('the event stream of the simulator failed', { error });
  };

  const schedule = (): void => {
    if (isScheduled || subscribers.size === 0) return;
    isScheduled = true;
    const task = (): void => {
      isScheduled = false;
      flush();
    };
    real.after(Math.max(0, sentAtMs + batchMs - steadyMs(real)), guarded(task, failed));
  };

  const first = (lastId: string | undefined): FeedMessage => {
    const version = versionIn(lastId, run);
    const current = read();
    return Number.isInteger(version) && state.reaches(version)
      ? message('changes', state.since(version, current))
      : message('snapshot', state.snapshot(current));
  };

  return {
    touch: schedule,
    subscribe: (lastId, send) => {
      flush();
      send(first(lastId));
      subscribers.add(send);
      return () => void subscribers.delete(send);
    },
  };
};
