// A request as handlers see it: plain values, and the body on demand.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RawParameters } from '../../../application/operation.js';
import type { Target } from './target.js';

/** One request. */
export interface HttpRequest extends Target {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The caller's address as its socket tells it; empty when the socket has forgotten. */
  readonly address: string;
  /** Parameters of the matched path, decoded; empty for unknown paths. */
  readonly pathParameters: RawParameters;
  /** The request itself, for its body. */
  readonly raw: IncomingMessage;
}

/** Path parameters as restify's router gives them. */
export const pathParameters = (params: unknown): RawParameters =>
  new Map(Object.entries((params ?? {}) as Record<string, string>).map(([name, value]) => [name, [value]]));
