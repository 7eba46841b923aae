// Records the calls of a service and of the steering API, and handles them one after the other.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { operationReply } from '../../../adapters/http/server/guarded-server.js';
import { failure } from '../../../domain/failure.js';
import type { SteeringOperation, SteeringRequest } from '../../../simulator/api/operation.js';
import { apiBase } from '../../../simulator/api/base.js';

import { recordAnswer } from './recorded-answer.js';
import { leaveOutBody, whenComplete } from './recorded-body.js';
import { recordedCall } from './recorded-call.js';
import type { KeptValues } from './recorded-query.js';
import type { Session } from './session.js';

/** Records the calls of a server that doesn't listen yet. */
export const recordCalls = (server: Server, session: Session, kept: KeptValues): void => {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const performCall = (request: IncomingMessage, response: ServerResponse): void => {
    let target = '';
    void session.perform(
      (call) => {
        // The caller is gone, or the service was stopped while the call waited.
        if (response.destroyed) return undefined;
        const line = recordedCall(call, request, kept);
        ({ target } = line);
        return line;
      },
      (call) => {
        recordAnswer(response, call, target, session);
        leaveOutBody(request);
        for (const handle of handlers) handle.call(server, request, response);
      },
    );
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    whenComplete(request, () => {
      performCall(request, response);
    });
  });
};

const unhandled = E.left(failure('conflict', 'the session has ended'));

const targetOf = ({ path }: SteeringOperation, request: SteeringRequest): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.path.get(name)?.[0] ?? ''));
  const query = new URLSearchParams(
    [...request.query].flatMap(([name, all]) => all.map((value): [string, string] => [name, value])),
  );
  return `${apiBase}${filled}${query.size === 0 ? '' : `?${query.toString()}`}`;
};

/** Returns an operation whose calls are recorded. One that only calls the service is not: its call is recorded itself. */
export const recordedOperation =
  (session: Session) =>
  (operation: SteeringOperation): SteeringOperation => ({
    ...operation,
    answer: async (request) => {
      const { method } = operation;
      if (operation.isCall === true) return operation.answer(request);
      const body = request.body === undefined ? {} : { body: request.body };
      const result = await session.perform(
        (steering) => ({ steering, method, target: targetOf(operation, request), ...body }),
        async (answer) => {
          const result = await operation.answer(request);
          const reply = operationReply(result);
          session.line({ answer, status: reply.status, body: String(reply.body) });
          return result;
        },
      );
      return result ?? unhandled;
    },
  });
