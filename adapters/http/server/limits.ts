// What every server here puts up with: how long a caller may dawdle, and what is too long.
import type { IncomingMessage, Server } from 'node:http';
import { bodyLimit } from './body.js';

/** Milliseconds that a caller has for the head, for the whole of its request, and between two requests. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 20_000;
const keepAliveTimeoutMs = 30_000;
const checkEveryMs = 1_000;

/** How long a reader may take nothing of its answer, milliseconds; node looks twice before it believes it. */
export const stalledReaderMs = 5_000;

/** The longest target, characters. A whole head may have 16 KiB: node's parser refuses longer ones by itself. */
export const longestTarget = 8_192;

/**
 * Connections in all, so that memory and descriptors have an end. There is no limit for one address: an address tells
 * little (one gateway may speak for every panel of a studio, one IPv6 host has more addresses than can be counted),
 * a connection that isn't used is closed within seconds, and one that is turned away looks like a dead service.
 */
const usualMostConnections = 8_192;

const isDefined = (value: unknown): boolean => value !== undefined;

/** HTTP/1.1 needs exactly one `Host`; 1.0 knows none, and panels of its time send none. */
const hasRightHost = ({ httpVersionMinor, headers, rawHeaders }: IncomingMessage): boolean => {
  if (!isDefined(headers.host)) return httpVersionMinor === 0;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
};

/** Whether a request says that its body is longer than any that is taken. */
export const announcesTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > bodyLimit;

/** The status that refuses a request for its form alone, if any does. */
export const refusedForm = (request: IncomingMessage): number | undefined => {
  if ((request.url ?? '').length > longestTarget) return 414;
  if (announcesTooMuch(request)) return 413;
  return hasRightHost(request) ? undefined : 400;
};

/** Sets the limits. Must come before the server listens. */
export const setLimits = (server: Server, mostConnections = usualMostConnections): void => {
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.maxConnections = mostConnections;
  // Node would drop headers beyond a count, and what they say of a proxy with them; the head's length is limit enough.
  server.maxHeadersCount = 0;
  Object.assign(server, {
    connectionsCheckingInterval: checkEveryMs,
    // Judged here instead, so that the refusal looks like every other and is logged.
    requireHostHeader: false,
    // A caller that has said all it has to say, and says so, still waits for the answer.
    httpAllowHalfOpen: true,
  });
};
