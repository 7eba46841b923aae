// Several consoles that share a database, of which any will do: whichever failed last makes way for the next.
import type { ConsoleClient } from './console-client.js';

/** Speaks to one console at a time; once a stream has ended or failed, to the next. There must be one at least. */
export const failoverClient = (clients: readonly ConsoleClient[]): ConsoleClient => {
  let turn = 0;
  const current = (): ConsoleClient => {
    const client = clients[turn % clients.length];
    if (client === undefined) throw new Error('there is no console');
    return client;
  };
  return {
    follow: async (...asked) => {
      try {
        await current().follow(...asked);
      } finally {
        turn += 1;
      }
    },
    ask: (...asked) => current().ask(...asked),
    tell: (...told) => current().tell(...told),
    report: (...told) => current().report(...told),
  };
};
