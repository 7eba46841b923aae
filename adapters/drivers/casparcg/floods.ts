// Reports the floods of several players as those of one connection.
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';

/** Returns what notes that a player floods the service, by a clause about it, and that it doesn't any more (null). */
export const floodsOf = (noteFlood: ConnectionDeps['flooded']) => {
  const open = new Map<string, string>();
  return (output: string, message: string | null): void => {
    if (message === null) open.delete(output);
    else open.set(output, message);
    noteFlood?.([...open.values()].at(-1) ?? null);
  };
};
