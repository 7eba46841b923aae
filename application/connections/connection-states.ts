// What is known of the connections: whether the equipment speaks, since when, and why it was lost last.
import type { Clock } from '../ports/clock.js';

/** What is known of a connection. */
export interface ConnectionState {
  readonly isConnected: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly sinceMs: number;
  /** The last failure, also an earlier one; null if there was none. */
  readonly failure: ConnectionFailure | null;
}

/** Why a connection was lost, or couldn't be opened. */
export interface ConnectionFailure {
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
}

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
    const isConnected = reason === null;
    if (isConnected && before?.isConnected === true) return;
    const timeMs = this.clock.now();
    this.#states.set(connection, {
      isConnected,
      sinceMs: before?.isConnected === isConnected ? before.sinceMs : timeMs,
      failure: reason === null ? (before?.failure ?? null) : { reason, timeMs },
    });
  }
}
