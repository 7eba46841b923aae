// Dispatches requests of one path by method.
import { methodNotAllowed } from '../../../../domain/failure.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { failureReply } from './replies.js';

/** The handlers of one path by method. */
export type ByMethod = Readonly<Partial<Record<string, Handler>>>;

/** Dispatches by method. Responds 405 with `Allow` to other methods, including HEAD. */
export const byMethodWithoutHead = (handlers: ByMethod): Handler => {
  const Allow = Object.keys(handlers).join(', ');
  return (request: HttpRequest) =>
    handlers[request.method]?.(request) ??
    failureReply(methodNotAllowed(request.method, Object.keys(handlers)), { Allow });
};

/** Dispatches by method, and HEAD like GET, without a body. */
export const byMethod = (handlers: ByMethod): Handler =>
  byMethodWithoutHead(handlers['GET'] === undefined ? handlers : { ...handlers, HEAD: handlers['GET'] });
