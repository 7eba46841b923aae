// The request that handlers receive: plain values, and the body on demand.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RawParameters } from '../../../application/api/parameters.js';
import type { RequestTarget } from './request-target.js';

/** Method, target and caller of a request. Known even for requests that reach no handler. */
export interface RequestHead extends RequestTarget {
  readonly method: string;
  /** Remote address of the socket; empty when the socket is already closed. */
  readonly address: string;
}

/** One request. */
export interface HttpRequest extends RequestHead {
  /** `https` if the request came over TLS. */
  readonly scheme: 'http' | 'https';
  readonly headers: IncomingHttpHeaders;
  /** Parameters of the matched path, decoded; empty for unknown paths. */
  readonly pathParameters: RawParameters;
  /** The underlying Node.js request, for its body. */
  readonly raw: IncomingMessage;
}

const none: RawParameters = new Map();

/** Converts the path parameters of restify's router. */
export const pathParameters = (params: Readonly<Record<string, string>> | undefined): RawParameters => {
  const names = Object.keys(params ?? {});
  return params === undefined || names.length === 0
    ? none
    : new Map(names.map((name) => [name, [params[name] ?? '']] as const));
};
