// The progress of what a press starts: whether it is pending, and why it failed.
import { useState } from 'react';

/** The progress of what a press starts. */
interface Press<Values extends readonly unknown[]> {
  readonly isPending: boolean;
  /** Why the last attempt failed; undefined if it didn’t. */
  readonly failure: unknown;
  readonly press: (...values: Values) => void;
}

/** Returns the progress of an action, and a function that starts it. A new attempt forgets the failure of the last one. */
export const usePress = <Values extends readonly unknown[]>(
  act: (...values: Values) => Promise<unknown>,
): Press<Values> => {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async (...values: Values): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      await act(...values);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return { isPending, failure, press: (...values) => void run(...values) };
};
