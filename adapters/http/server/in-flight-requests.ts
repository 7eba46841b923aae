// Tracks the requests in flight, per connection and in total. Those of one connection are handled one after the other.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const requests = Symbol('requests of the connection');

/** Requests of one connection. */
interface ConnectionRequests {
  /** The newest; undefined if it had arrived completely when its response ended: an idle connection keeps no such request. */
  newest: ServerResponse | undefined;
  /** Those without a complete response. The first one is being handled. */
  readonly open: TrackedResponse[];
  /** Whether reading is paused because too many wait. Undefined if it never was. */
  isPaused?: boolean;
}

interface Connection extends Duplex {
  [requests]: ConnectionRequests | undefined;
}

const isCounted = Symbol('counted as in flight');
const handle = Symbol('handles the request');

interface TrackedResponse extends ServerResponse {
  [isCounted]?: boolean;
  /** Until the request is handled. */
  [handle]?: (() => void) | undefined;
}

/** How many requests of a connection may be open. Beyond it, the connection is not read until half of them are answered. */
const maxOpen = 16;

/** Requests that have arrived and whose responses aren't complete. */
export interface InFlightRequests {
  /**
   * Adds a request. It is removed when its response or its connection closes. `begin` is called when the request may be
   * handled: at once, or once those before it on its connection are answered, with `isFirst` false. A client that is gone
   * cancels none of its requests. Those after a response that closes the connection are not handled.
   */
  readonly add: (response: ServerResponse, begin: (isFirst: boolean) => void) => void;
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

/** Handles a request unless it is handled already. */
const handleLater = (response: TrackedResponse): void => {
  const begin = response[handle];
  response[handle] = undefined;
  begin?.();
};

/** Node.js reads on when a request is answered, so reading is paused again until few requests are left. */
const pauseReading = (connection: Duplex, ofConnection: ConnectionRequests): void => {
  if (ofConnection.isPaused === undefined)
    connection.on('resume', () => {
      if (ofConnection.isPaused === true) connection.pause();
    });
  ofConnection.isPaused = true;
  connection.pause();
};

const resumeReading = (connection: Duplex, ofConnection: ConnectionRequests): void => {
  ofConnection.isPaused = false;
  connection.resume();
};

/** Counts the requests in flight of all connections. */
const counter = () => {
  // A counter, and arrays per connection: a set that changes with every request is reallocated all the time, which
  // fills V8's young generation.
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    add: (response: TrackedResponse): void => {
      response[isCounted] = true;
      count += 1;
    },
    release: (response: TrackedResponse): void => {
      if (response[isCounted] !== true) return;
      response[isCounted] = false;
      count -= 1;
      if (count === 0) for (const resolve of waiting.splice(0)) resolve();
    },
    whenIdle: (): Promise<void> =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else waiting.push(resolve);
      }),
  };
};

/** Returns the requests of a connection, which are released when it closes: older versions of Node.js leave queued responses open. */
const trackedRequests = (connection: Connection, release: (response: TrackedResponse) => void): ConnectionRequests => {
  const tracked: ConnectionRequests = { newest: undefined, open: [] };
  connection.once('close', () => {
    const open = tracked.open.splice(0);
    for (const response of open) release(response);
    for (const response of open) handleLater(response);
  });
  return (connection[requests] = tracked);
};

/** Creates an empty tracker. */
export const inFlightRequests = (): InFlightRequests => {
  const counted = counter();
  const { release } = counted;

  const onAnswered = (response: TrackedResponse, ofConnection: ConnectionRequests): void => {
    const { open } = ofConnection;
    remove(open, response);
    if (ofConnection.newest === response && isComplete(response)) ofConnection.newest = undefined;
    release(response);
    if (!response.shouldKeepAlive) for (const unhandled of open.splice(0)) release(unhandled);
    if (open[0] !== undefined) handleLater(open[0]);
    if (ofConnection.isPaused === true && open.length <= maxOpen / 2) resumeReading(response.req.socket, ofConnection);
  };

  return {
    add: (response: TrackedResponse, begin) => {
      const { socket } = response.req;
      const ofConnection = requestsOf(socket) ?? trackedRequests(socket as Duplex as Connection, release);
      const isFirst = ofConnection.open.length === 0;
      counted.add(response);
      ofConnection.open.push(response);
      ofConnection.newest = response;
      response.once('close', () => {
        onAnswered(response, ofConnection);
      });
      if (ofConnection.open.length > maxOpen) pauseReading(socket, ofConnection);
      if (isFirst) begin(true);
      else
        response[handle] = () => {
          begin(false);
        };
    },
    release,
    onConnection: (connection) => [...openOn(connection)],
    isInUse: (connection) => openOn(connection).some(isComplete),
    incompleteOn: (connection) => {
      const newest = requestsOf(connection)?.newest;
      return newest === undefined || isComplete(newest) ? undefined : newest;
    },
    whenIdle: counted.whenIdle,
  };
};
