// Which calls are under way, on each connection and in all.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const answers = Symbol('answers under way');

/** What a connection has been asked: the newest call, answered or not, and those whose answers aren't out yet. */
interface Asked {
  newest: ServerResponse | undefined;
  readonly open: Set<ServerResponse>;
}

interface Connection extends Duplex {
  [answers]: Asked | undefined;
}

/** Calls that have arrived and whose answers aren't out yet. */
export interface UnderWay {
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
  ((connection as Connection)[answers] ??= { newest: undefined, open: new Set() });

/** Nothing under way yet. */
export const underWay = (): UnderWay => {
  const all = new Set<ServerResponse>();
  const waiting: (() => void)[] = [];

  const leave = (response: ServerResponse): void => {
    all.delete(response);
    if (all.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };

  return {
    enter: (response) => {
      const asked = response.socket === null ? undefined : askedOver(response.socket);
      all.add(response);
      asked?.open.add(response);
      if (asked !== undefined) asked.newest = response;
      response.once('close', () => {
        asked?.open.delete(response);
        leave(response);
      });
    },
    leave,
    on: (connection) => [...askedOver(connection).open],
    newest: (connection) => askedOver(connection).newest,
    none: () =>
      new Promise((resolve) => {
        if (all.size === 0) resolve();
        else waiting.push(resolve);
      }),
  };
};
