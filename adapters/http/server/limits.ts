// Limits of every server: timeouts, and the length of targets, headers and bodies.
import type { IncomingMessage, Server } from 'node:http';
import { maxBodyBytes } from './body.js';
import { hasTooManyParameters } from './request-target.js';

/** Milliseconds for the head of a request, for a whole request, and between two requests of a connection. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 20_000;
const keepAliveTimeoutMs = 30_000;
const checkIntervalMs = 1_000;

/** Milliseconds without progress after which a client counts as stalled. Node.js checks twice before it reports it. */
export const stalledReaderTimeoutMs = 5_000;

/** Longest request target, in characters. Node's parser itself limits the whole head to 16 KiB. */
export const maxTargetLength = 8_192;

/** Default maximum number of open connections: it bounds memory and descriptors. */
export const defaultMaxConnections = 8_192;

/**
 * How many connections may wait to be accepted; the kernel limits this to `net.core.somaxconn`. Where there is no place
 * for one, its caller tries again after a second.
 */
export const backlog = 4_096;

const isDefined = (value: unknown): boolean => value !== undefined;

/** HTTP/1.1 requires exactly one `Host`. HTTP/1.0 doesn't, and old panels send none. */
const hasValidHost = ({ httpVersionMinor, headers, rawHeaders }: IncomingMessage): boolean => {
  if (!isDefined(headers.host)) return httpVersionMinor === 0;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
};

/** Whether `Content-Length` exceeds a limit. */
export const declaresOversizedBody = ({ headers }: IncomingMessage, maxBytes = maxBodyBytes): boolean =>
  Number(headers['content-length'] ?? 0) > maxBytes;

/** Returns the status for a request whose target or headers are unacceptable, otherwise undefined. */
export const headRefusalStatus = (request: IncomingMessage, maxBytes = maxBodyBytes): number | undefined => {
  const url = request.url ?? '';
  if (url.length > maxTargetLength || hasTooManyParameters(url)) return 414;
  if (declaresOversizedBody(request, maxBytes)) return 413;
  return hasValidHost(request) ? undefined : 400;
};

/** Applies the limits to a server. Call it before the server listens. */
export const applyLimits = (server: Server): void => {
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  // Node.js would drop headers beyond a count, including those that reveal a proxy. The length of the head is limited.
  server.maxHeadersCount = 0;
  Object.assign(server, {
    connectionsCheckingInterval: checkIntervalMs,
    // Checked by `headRefusalStatus`, so that the refusal has the usual form and is logged.
    requireHostHeader: false,
    // A client that half-closes its connection after the request still gets its response.
    httpAllowHalfOpen: true,
  });
};

/**
 * Every service holds two connections: its stream, and one for reports and heartbeats. Sized for the third part of 40,000 services,
 * when one of four consoles is lost, and half as many connections that are broken but not closed yet.
 */
export const maxConsoleConnections = 40_960;
