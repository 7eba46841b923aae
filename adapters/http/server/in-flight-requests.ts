// Tracks the requests in flight, per connection and in total.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const requests = Symbol('requests of the connection');

/** Requests of one connection. */
interface ConnectionRequests {
  /** The newest; undefined if it had arrived completely when its response ended: an idle connection keeps no such request. */
  newest: ServerResponse | undefined;
  /** Those without a complete response. */
  readonly open: ServerResponse[];
}

interface Connection extends Duplex {
  [requests]: ConnectionRequests | undefined;
}

const isCounted = Symbol('counted as in flight');

interface CountedResponse extends ServerResponse {
  [isCounted]?: boolean;
}

/** Requests that have arrived and whose responses aren't complete. */
export interface InFlightRequests {
  /**
   * Adds a request. It is removed when its response or its connection closes. The response may still be queued behind
   * earlier ones of its connection.
   */
  readonly add: (response: ServerResponse) => void;
  /** Excludes a request from `whenIdle`: its response is a stream. */
  readonly release: (response: ServerResponse) => void;
  /** Returns the requests in flight on a connection, oldest first. */
  readonly onConnection: (connection: Duplex) => readonly ServerResponse[];
  /** Whether a request that has arrived completely is in flight on a connection. */
  readonly isInUse: (connection: Duplex) => boolean;
  /** Returns the last request of a connection if it hasn't arrived completely, whether it was answered or not. */
  readonly incompleteOn: (connection: Duplex) => ServerResponse | undefined;
  /** Resolves when no counted request is in flight. */
  readonly whenIdle: () => Promise<void>;
}

const requestsOf = (connection: Duplex): ConnectionRequests | undefined => (connection as Connection)[requests];

const openOn = (connection: Duplex): readonly ServerResponse[] => requestsOf(connection)?.open ?? [];

/** Whether a request has arrived completely. */
export const isComplete = ({ req }: ServerResponse): boolean => req.complete;

const remove = <A>(list: A[], item: A): void => {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
};

/** Creates an empty tracker. */
export const inFlightRequests = (): InFlightRequests => {
  // A counter, and arrays per connection: a set that changes with every request is reallocated all the time, which
  // fills V8's young generation.
  let count = 0;
  const waiting: (() => void)[] = [];

  const release = (response: CountedResponse): void => {
    if (response[isCounted] !== true) return;
    response[isCounted] = false;
    count -= 1;
    if (count === 0) for (const resolve of waiting.splice(0)) resolve();
  };

  /** Returns the requests of a connection, which are released when it closes: older versions of Node.js leave queued responses open. */
  const trackedRequests = (connection: Connection): ConnectionRequests => {
    const tracked: ConnectionRequests = { newest: undefined, open: [] };
    connection.once('close', () => {
      for (const response of tracked.open.splice(0)) release(response);
    });
    return (connection[requests] = tracked);
  };

  return {
    add: (response: CountedResponse) => {
      const { socket } = response.req;
      const ofConnection = requestsOf(socket) ?? trackedRequests(socket as Duplex as Connection);
      response[isCounted] = true;
      count += 1;
      ofConnection.open.push(response);
      ofConnection.newest = response;
      response.once('close', () => {
        remove(ofConnection.open, response);
        if (ofConnection.newest === response && isComplete(response)) ofConnection.newest = undefined;
        release(response);
      });
    },
    release,
    onConnection: (connection) => [...openOn(connection)],
    isInUse: (connection) => openOn(connection).some(isComplete),
    incompleteOn: (connection) => {
      const newest = requestsOf(connection)?.newest;
      return newest === undefined || isComplete(newest) ? undefined : newest;
    },
    whenIdle: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else waiting.push(resolve);
      }),
  };
};
