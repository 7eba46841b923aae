// What is known of the connections: whether the equipment speaks, since when, and why it was lost last.
import type { Clock } from '../ports/clock.js';

/** What is known of a connection. */
export interface ConnectionState {
  readonly isConnected: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly sinceMs: number;
  /** The last failure, also an earlier one; null if there was none. */
  readonly failure: ConnectionFailure | null;
  /** The last {@link maxChanges} changes, oldest first. */
  readonly history: readonly ConnectionChange[];
}

/** The most changes of a connection that are kept. */
const maxChanges = 20;

/** Equipment that speaks again (null), or why it was lost. */
export interface ConnectionChange {
  readonly reason: string | null;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
}

/** Why a connection was lost, or couldn't be opened. */
export interface ConnectionFailure {
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
}

/** An attempt that fails like the one before is no change. */
const withChange = (history: readonly ConnectionChange[], change: ConnectionChange): readonly ConnectionChange[] =>
  history.length > 0 && history.at(-1)?.reason === change.reason ? history : [...history, change].slice(-maxChanges);

/** Returns the state after a change; `before` is undefined for the first one. */
const changed = (before: ConnectionState | undefined, { reason, timeMs }: ConnectionChange): ConnectionState => {
  const isConnected = reason === null;
  const { sinceMs, failure = null, history = [] } = before ?? {};
  return {
    isConnected,
    sinceMs: sinceMs !== undefined && before?.isConnected === isConnected ? sinceMs : timeMs,
    failure: reason === null ? failure : { reason, timeMs },
    history: withChange(history, { reason, timeMs }),
  };
};

/** What is known of each connection, by its id. */
export class ConnectionStates {
  readonly #states = new Map<string, ConnectionState>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Returns what is known; undefined if the equipment hasn't answered yet, and nothing has failed. */
  of(connection: string): ConnectionState | undefined {
    return this.#states.get(connection);
  }

  /** Forgets a connection, because one with its id is opened anew. */
  forget(connection: string): void {
    this.#states.delete(connection);
  }

  /** Notes why a connection is lost; null if the equipment speaks. */
  note(connection: string, reason: string | null): void {
    const before = this.#states.get(connection);
    const timeMs = this.clock.now();
    if (reason !== null || before?.isConnected !== true)
      this.#states.set(connection, changed(before, { reason, timeMs }));
  }
}
