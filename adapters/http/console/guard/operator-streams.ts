// The event streams of operators: how many each may have, and whether their operators are still signed in.
import * as E from 'fp-ts/lib/Either.js';
import { sharedReads } from '../../../../application/console/changes/shared-reads.js';
import type { Followed } from '../../../../application/console/endpoints/endpoint.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import { failure } from '../../../../domain/failure.js';
import { eventStream } from '../../server/event-stream.js';
import { clientAddress } from '../../server/forwarded-address.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import { failureReply } from '../routes/replies.js';
import { firstDuty, rolesOfCaller, signedInCaller, type OperatorLookupDeps } from './operator-lookup.js';

/** The most open streams of one operator: each open page has one or two (CONSOLE-35). */
const mostStreams = 64;

/** How often it is checked whether the operator may still follow, in milliseconds. */
const recheckMs = 15_000;

const tooMany = failureReply(
  failure('conflict', `${String(mostStreams)} event streams of this operator are open already: close some pages`),
);

/**
 * Returns the reply that opens a stream, or 409 if the operator has too many. The stream ends once its operator is not signed
 * in, has to set up a second factor first (SIGN-IN-10), or may no longer follow (CONSOLE-20).
 */
export type OpenOperatorStream = (request: HttpRequest, operator: OperatorRoles, followed: Followed) => HttpReply;

/**
 * Returns a function that returns the operator of a stream's request. An open stream is no use of the session. Streams with
 * the same credentials from the same address share the check.
 */
const currentOperators = (deps: OperatorLookupDeps) => {
  const check = sharedReads<OperatorRoles | undefined>();
  return (request: HttpRequest): Promise<OperatorRoles | undefined> => {
    const { authorization = '', cookie = '' } = request.headers;
    const { text } = clientAddress(deps.trustedProxies, request);
    return check([text, authorization, cookie].join('\n'), async () => {
      const caller = await signedInCaller(deps, request, 'recheck');
      return E.isLeft(caller) || firstDuty(deps.policy, caller.right) ? undefined : rolesOfCaller(caller.right);
    });
  };
};

/** Creates the streams. */
export const operatorStreams = (deps: OperatorLookupDeps): OpenOperatorStream => {
  const operatorOf = currentOperators(deps);
  const counts = new Map<string, number>();
  const count = (username: string, more: number): void => {
    const streams = (counts.get(username) ?? 0) + more;
    if (streams > 0) counts.set(username, streams);
    else counts.delete(username);
  };
  return (request, { username }, { open, mayFollow, unreadLimit }) => {
    if ((counts.get(username) ?? 0) >= mostStreams) return tooMany;
    const currentOperator = () => operatorOf(request);
    const isAllowed = async (): Promise<boolean> => {
      const operator = await currentOperator();
      return operator !== undefined && (mayFollow === undefined || (await mayFollow(operator)));
    };
    return eventStream(({ send, end }) => {
      // A session that expires, or is idle for too long, sends no notice. A store that can't be reached ends nothing.
      const recheck = (): void => {
        void isAllowed().then(
          (allowed) => {
            if (!allowed) end();
          },
          () => undefined,
        );
      };
      count(username, 1);
      const timer = setInterval(recheck, recheckMs);
      const close = open({ send, end, recheck, currentOperator });
      return () => {
        clearInterval(timer);
        count(username, -1);
        close();
      };
    }, unreadLimit);
  };
};
