// Checks of every request: a host name of the console, encryption where required, and no page of another origin.
import { isBrowser, isOwnHost, type OwnNames } from '../../../../domain/access/browser-guard.js';
import { failure } from '../../../../domain/failure.js';
import { browserFacts } from '../../server/browser-facts.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { failureReply } from '../routes/replies.js';
import { isCrossOrigin } from './origin-guard.js';
import type { TrustedProxies } from '../../server/forwarded-address.js';
import { isEncrypted, isLocal } from './client-address.js';

/** The configuration of the guard. */
export interface RequestGuardDeps {
  readonly trustedProxies: TrustedProxies;
  /** The host names that browsers may use without encryption, besides IP literals. */
  readonly names: OwnNames;
  /** Whether requests from other hosts must be encrypted, by the console or a trusted proxy. */
  readonly encryptedOnly: boolean;
}

const forbidden = (message: string): HttpReply => failureReply(failure('forbidden', message));

const notEncrypted = forbidden('the console accepts only HTTPS; a trusted proxy must send X-Forwarded-Proto: https');
const unknownHost = forbidden('this host name is not one of the console; CONSOLE_NAMES lists those that are accepted');
const crossOrigin = forbidden('requests from pages of another origin are refused');

/** Without encryption, no certificate proves the name: a host name of another site may resolve to the console. */
const hasUnknownHost = ({ names }: RequestGuardDeps, request: HttpRequest): boolean =>
  isBrowser(browserFacts(request)) && !isOwnHost(names, request.headers.host);

const refusalOf = (deps: RequestGuardDeps, request: HttpRequest): HttpReply | undefined => {
  if (!isEncrypted(deps.trustedProxies, request)) {
    if (deps.encryptedOnly && !isLocal(request)) return notEncrypted;
    if (hasUnknownHost(deps, request)) return unknownHost;
  }
  return isCrossOrigin(request) ? crossOrigin : undefined;
};

/** Wraps a handler: requests that fail a check get 403, even when an operator is signed in. */
export const withRequestGuard =
  (deps: RequestGuardDeps) =>
  (handler: Handler): Handler =>
  (request) =>
    refusalOf(deps, request) ?? handler(request);
