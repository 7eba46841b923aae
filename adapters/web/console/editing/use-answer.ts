// An answer that a view shows.
import { useEffect, useState } from 'react';
import { explain } from '../api/failure.js';
import { useAsk } from './ask.js';

/** What was answered so far, or why it failed last. */
export interface AwaitedAnswer<A> {
  readonly answer: A | undefined;
  readonly failure: string | undefined;
}

/** Asks once, and again whenever `version` is another. */
export const useAnswer = <A>(ask: 'schema' | 'versions' | 'templates', version?: number): AwaitedAnswer<A> => {
  const send = useAsk();
  const [answer, setAnswer] = useState<A>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    send<A>({ ask }).then(setAnswer, (error: unknown) => {
      setFailure(explain(error));
    });
  }, [send, ask, version]);
  return { answer, failure };
};
