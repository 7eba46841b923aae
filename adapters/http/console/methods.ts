// Which methods a path takes, and what is said to the others.
import { failure } from '../../../domain/failure.js';
import type { HttpRequest } from '../server/request.js';
import type { Handler } from '../server/server.js';
import { refusal } from './answers.js';

/** The handlers of one path by method. */
export type ByMethod = Readonly<Partial<Record<string, Handler>>>;

/** HEAD is a GET whose body stays away. */
const withHead = (handlers: ByMethod): ByMethod =>
  handlers['GET'] === undefined ? handlers : { ...handlers, HEAD: handlers['GET'] };

/** Answers by method; 405 with `Allow` for methods that aren't taken. */
export const byMethod = (handlers: ByMethod): Handler => {
  const all = withHead(handlers);
  const Allow = Object.keys(all).join(', ');
  return (request: HttpRequest) =>
    all[request.method]?.(request) ??
    refusal(failure('method_not_allowed', `${request.method} is not taken here; ${Allow} are`), { Allow });
};
