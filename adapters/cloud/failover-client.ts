// A client for several consoles on one database: after a stream has ended or failed, it uses the next console.
import type { ConsoleClient } from './console-client.js';

/** Creates the client. `clients` must not be empty. */
export const failoverClient = (clients: readonly ConsoleClient[]): ConsoleClient => {
  let next = 0;
  const current = (): ConsoleClient => {
    const client = clients[next % clients.length];
    if (client === undefined) throw new Error('no console is configured');
    return client;
  };
  return {
    follow: async (...args) => {
      try {
        await current().follow(...args);
      } finally {
        next += 1;
      }
    },
    fetchConfiguration: (...args) => current().fetchConfiguration(...args),
    reportApplied: (...args) => current().reportApplied(...args),
    reportStatus: (...args) => current().reportStatus(...args),
    reportCalls: (...args) => current().reportCalls(...args),
    sendCalls: (...args) => current().sendCalls(...args),
    sendState: (...args) => current().sendState(...args),
    sendHeartbeat: (...args) => current().sendHeartbeat(...args),
    sendAnswer: (...args) => current().sendAnswer(...args),
  };
};
