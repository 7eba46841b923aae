// Which calls are under way, on each connection and in all.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const answers = Symbol('answers under way');

/** What a connection has been asked: the newest call, answered or not, and those whose answers aren't out yet. */
interface Asked {
  newest: ServerResponse | undefined;
  readonly open: ServerResponse[];
}

interface Connection extends Duplex {
  [answers]: Asked | undefined;
}

const isWaitedFor = Symbol('answer is waited for');

interface Waiting extends ServerResponse {
  [isWaitedFor]?: boolean;
}

/** Calls that have arrived and whose answers aren't out yet. */
export interface InFlightRequests {
  /** A call has arrived. It leaves by itself once its answer is out or its connection gone. */
  readonly enter: (response: ServerResponse) => void;
  /** Nobody waits for the end of this one: it is a stream. */
  readonly leave: (response: ServerResponse) => void;
  /** Calls under way on a connection, oldest first. */
  readonly on: (connection: Duplex) => readonly ServerResponse[];
  /** The last call that came over a connection, answered or not. */
  readonly newest: (connection: Duplex) => ServerResponse | undefined;
  /** Resolves once none is under way. */
  readonly none: () => Promise<void>;
}

const askedOver = (connection: Duplex): Asked =>
  ((connection as Connection)[answers] ??= { newest: undefined, open: [] });

/** Nothing under way yet. */
export const inFlightRequests = (): InFlightRequests => {
  // Counted, and listed in arrays: a set that changes all the time is rebuilt again and again, and V8's young generation
  // keeps alive what every old one held.
  let count = 0;
  const waiting: (() => void)[] = [];

  const leave = (response: Waiting): void => {
    if (response[isWaitedFor] !== true) return;
    response[isWaitedFor] = false;
    count -= 1;
    if (count === 0) for (const resolve of waiting.splice(0)) resolve();
  };

  return {
    enter: (response: Waiting) => {
      const asked = response.socket === null ? undefined : askedOver(response.socket);
      response[isWaitedFor] = true;
      count += 1;
      asked?.open.push(response);
      if (asked !== undefined) asked.newest = response;
      response.once('close', () => {
        asked?.open.splice(asked.open.indexOf(response), 1);
        leave(response);
      });
    },
    leave,
    on: (connection) => [...askedOver(connection).open],
    newest: (connection) => askedOver(connection).newest,
    none: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else waiting.push(resolve);
      }),
  };
};
