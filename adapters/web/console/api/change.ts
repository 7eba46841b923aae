// Making a change: afterwards, what the page remembers of it is asked for again.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Runs a change, and gives what it made once the page knows of it. Rejects as the change does. */
export type ChangeRequest = <Made>(send: () => Promise<Made>) => Promise<Made>;

/** Changes after which what is remembered under some names is another; a failure may well mean that it is already. */
export const useChange = (...affected: readonly QueryKey[]): ChangeRequest => {
  const client = useQueryClient();
  const askAgain = () => Promise.all(affected.map((queryKey) => client.invalidateQueries({ queryKey })));
  return async (send) => {
    try {
      const made = await send();
      await askAgain();
      return made;
    } catch (error) {
      void askAgain();
      throw error;
    }
  };
};
