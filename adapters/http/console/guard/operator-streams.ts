// The event streams of operators: how many each may have, and whether their operators are still signed in.
import * as E from 'fp-ts/lib/Either.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import { mustEnrol } from '../../../../domain/console/second-factor-policy.js';
import { failure } from '../../../../domain/failure.js';
import { eventStream, type EventStream } from '../../server/event-stream.js';
import { clientAddress } from '../../server/forwarded-address.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import { failureReply } from '../routes/replies.js';
import { signedInOperator, type OperatorLookupDeps } from './operator-lookup.js';

/** The most open streams of one operator: each open page has one or two (CONSOLE-35). */
const mostStreams = 64;

const tooMany = failureReply(
  failure('conflict', `${String(mostStreams)} event streams of this operator are open already: close some pages`),
);

/** Returns a function that reads by key. Those who ask together share a read, and those who ask while it runs share the next one. */
export const sharedReads = <A>(): ((key: string, read: () => Promise<A>) => Promise<A>) => {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<A>>();
  const run = (key: string, read: () => Promise<A>): Promise<A> => {
    const result = read();
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return result;
  };
  return (key, read) => {
    const shared =
      next.get(key) ??
      (running.get(key) ?? Promise.resolve()).then(() => {
        next.delete(key);
        return run(key, read);
      });
    next.set(key, shared);
    return shared;
  };
};

/** Opens and checks the streams of operators. */
export interface OperatorStreams {
  /** Returns the reply that opens a stream, or 409 if the operator has too many. */
  readonly open: (
    operator: OperatorRoles,
    opened: (stream: EventStream) => () => void,
    unreadLimit?: number,
  ) => HttpReply;
  /**
   * Returns the operator of a stream's request; undefined once they are not signed in, or have to set up a second factor first
   * (SIGN-IN-10). An open stream is no use of the session. Streams with the same credentials from the same address share the
   * check.
   */
  readonly operatorOf: (request: HttpRequest) => Promise<OperatorRoles | undefined>;
}

/** Creates the streams. */
export const operatorStreams = (deps: OperatorLookupDeps): OperatorStreams => {
  const counts = new Map<string, number>();
  const count = (username: string, more: number): void => {
    const streams = (counts.get(username) ?? 0) + more;
    if (streams > 0) counts.set(username, streams);
    else counts.delete(username);
  };
  const check = sharedReads<OperatorRoles | undefined>();
  const present = async (request: HttpRequest): Promise<OperatorRoles | undefined> => {
    const caller = await signedInOperator(deps, request, 'background');
    if (E.isLeft(caller) || mustEnrol(deps.policy, caller.right.operator)) return undefined;
    return caller.right.operator;
  };
  return {
    open: ({ username }, opened, unreadLimit) => {
      if ((counts.get(username) ?? 0) >= mostStreams) return tooMany;
      return eventStream((stream) => {
        count(username, 1);
        const closed = opened(stream);
        return () => {
          count(username, -1);
          closed();
        };
      }, unreadLimit);
    },
    operatorOf: (request) => {
      const { authorization = '', cookie = '' } = request.headers;
      const { text } = clientAddress(deps.trustedProxies, request);
      return check([text, authorization, cookie].join('\n'), () => present(request));
    },
  };
};
