// A request as handlers see it: plain values, and the body on demand.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RawParameters } from '../../../application/api/parameters.js';
import type { RequestTarget } from './request-target.js';

/** What is known of every request, also of those that no handler gets. */
export interface RequestHead extends RequestTarget {
  readonly method: string;
  /** The caller's address as its socket tells it; empty when the socket has forgotten. */
  readonly address: string;
}

/** One request. */
export interface HttpRequest extends RequestHead {
  readonly headers: IncomingHttpHeaders;
  /** Parameters of the matched path, decoded; empty for unknown paths. */
  readonly pathParameters: RawParameters;
  /** The request itself, for its body. */
  readonly raw: IncomingMessage;
}

const none: RawParameters = new Map();

/** Path parameters as restify's router gives them. */
export const pathParameters = (params: Readonly<Record<string, string>> | undefined): RawParameters => {
  const names = Object.keys(params ?? {});
  return params === undefined || names.length === 0
    ? none
    : new Map(names.map((name) => [name, [params[name] ?? '']] as const));
};
