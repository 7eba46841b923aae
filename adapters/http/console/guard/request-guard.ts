// What every request has to pass: under an own name, encrypted where it must be, and not from another site's page.
import { isBrowser, isOwnHost, type OwnNames } from '../../../../domain/access/browser-guard.js';
import { failure } from '../../../../domain/failure.js';
import { browserFacts } from '../../server/browser-facts.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { refusal } from '../routes/replies.js';
import { isForeign } from './origin-guard.js';
import { isEncrypted, isLocal, type TrustedProxies } from './client-address.js';

/** What the guard knows of the console. */
export interface RequestGuardDeps {
  readonly trustedProxies: TrustedProxies;
  /** Beside IP literals, the names under which browsers may reach it without encryption. */
  readonly names: OwnNames;
  /** Whether requests from other machines must be encrypted, by itself or by a trusted proxy. */
  readonly encryptedOnly: boolean;
}

const forbidden = (message: string): HttpReply => refusal(failure('forbidden', message));

const inClear = forbidden(
  'the console is reached by https alone; a trusted proxy that speaks it says so by X-Forwarded-Proto: https',
);
const strangeName = forbidden(
  'this is no name of the console: CONSOLE_NAMES tells those under which it may be reached',
);
const foreign = forbidden('requests from pages of another origin are refused');

/** A certificate proves the name where there is encryption; else a foreign name that leads here may be anybody's. */
const isTricked = ({ names }: RequestGuardDeps, { headers }: HttpRequest): boolean =>
  isBrowser(browserFacts(headers)) && !isOwnHost(names, headers.host);

const refused = (needs: RequestGuardDeps, request: HttpRequest): HttpReply | undefined => {
  if (!isEncrypted(needs.trustedProxies, request)) {
    if (needs.encryptedOnly && !isLocal(request)) return inClear;
    if (isTricked(needs, request)) return strangeName;
  }
  return isForeign(request) ? foreign : undefined;
};

/** The same handler, that only requests which pass get to; however they are signed in. */
export const guarded =
  (needs: RequestGuardDeps) =>
  (handler: Handler): Handler =>
  (request) =>
    refused(needs, request) ?? handler(request);
