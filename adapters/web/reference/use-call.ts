// The state of one call: under way, answered or failed. A call ends with the view that sent it.
import { useEffect, useRef, useState } from 'react';
import { send, type Draft, type Reply } from './call.js';
import type { Route } from './routes.js';

interface Call {
  readonly reply: Reply | undefined;
  readonly failure: string | undefined;
  readonly isUnderWay: boolean;
  readonly start: (draft: Draft) => void;
  readonly stop: () => void;
}

/** Returns a call of a route. Starting it again ends the one before. */
export const useCall = (route: Route, token: string): Call => {
  const [reply, setReply] = useState<Reply>();
  const [failure, setFailure] = useState<string>();
  const [isUnderWay, setUnderWay] = useState(false);
  const current = useRef<AbortController>(undefined);
  const stop = (): void => {
    current.current?.abort();
    setUnderWay(false);
  };
  useEffect(() => () => current.current?.abort(), []);
  const start = (draft: Draft): void => {
    current.current?.abort();
    const own = (current.current = new AbortController());
    setReply(undefined);
    setFailure(undefined);
    setUnderWay(true);
    send(route, draft, { token, signal: own.signal }, setReply)
      .catch((error: unknown) => {
        if (!own.signal.aborted) setFailure(`The service doesn’t answer: ${(error as Error).message}`);
      })
      .finally(() => {
        if (current.current === own) setUnderWay(false);
      });
  };
  return { reply, failure, isUnderWay, start, stop };
};
