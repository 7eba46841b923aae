// Which methods a path takes, and what is said to the others.
import { failure } from '../../../../domain/failure.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { refusal } from './replies.js';

/** The handlers of one path by method. */
export type ByMethod = Readonly<Partial<Record<string, Handler>>>;

/** Answers by method; 405 with `Allow` for methods that aren't taken, HEAD among them. */
export const byMethodAlone = (handlers: ByMethod): Handler => {
  const Allow = Object.keys(handlers).join(', ');
  return (request: HttpRequest) =>
    handlers[request.method]?.(request) ??
    refusal(failure('method_not_allowed', `${request.method} is not taken here; ${Allow} are`), { Allow });
};

/** Answers by method, and HEAD as a GET whose body stays away. */
export const byMethod = (handlers: ByMethod): Handler =>
  byMethodAlone(handlers['GET'] === undefined ? handlers : { ...handlers, HEAD: handlers['GET'] });
