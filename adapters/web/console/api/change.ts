// Sends changes and refreshes the queries that they affect.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Sends a change and resolves with its result after the affected queries have been refreshed. Rejects as `send` does. */
export type ChangeRequest = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** Returns a function that sends a change. It refreshes the affected queries after a failure too: they may be outdated. */
export const useChangeRequest = (...affected: readonly QueryKey[]): ChangeRequest => {
  const client = useQueryClient();
  const refresh = () => Promise.all(affected.map((queryKey) => client.invalidateQueries({ queryKey })));
  return async (send) => {
    try {
      const result = await send();
      await refresh();
      return result;
    } catch (error) {
      void refresh();
      throw error;
    }
  };
};
