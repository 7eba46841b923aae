// The routes of signing in at an identity provider: what the page offers, the way there, and the way back.
import * as E from 'fp-ts/lib/Either.js';
import type {
  ProviderSettings,
  ProviderSignInFailure,
  ProviderSignIns,
} from '../../../../application/console/sign-in/provider-sign-in.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';
import { isEncrypted } from '../guard/client-address.js';
import { noPendingCookie, pendingCookie, pendingCookiePath, pendingOf } from '../guard/pending-cookie.js';
import { sessionCookie } from '../guard/session-cookie.js';
import { byMethod, byMethodWithoutHead } from './methods.js';
import { clientOf } from './session-routes.js';

/** A provider at which operators sign in. */
export interface ProviderRoutesDeps {
  readonly settings: ProviderSettings;
  readonly signIns: ProviderSignIns;
  readonly trustedProxies: TrustedProxies;
}

/** The way to the provider, below the console's public address. */
const beginPath = pendingCookiePath;

/** Where the provider sends browsers back to, below the console's public address. */
export const callbackPath = `${beginPath}/callback`;

/** Redirects to a fixed page of the console, or to the provider: never to what a request names. */
const redirect = (location: string, cookies: readonly string[]): HttpReply => ({
  status: 303,
  headers: { Location: location, 'Set-Cookie': [...cookies] },
  body: '',
});

/** The sign-in page explains the failure. It leaves no code behind in the address. */
const failedPage = (failure: ProviderSignInFailure): string => `/?sign-in-failed=${failure}`;

const begin =
  ({ signIns, trustedProxies }: ProviderRoutesDeps): Handler =>
  async (request) => {
    const begun = await signIns.begin(clientAddress(trustedProxies, request));
    if (E.isLeft(begun)) return redirect(failedPage(begun.left), []);
    return redirect(begun.right.url, [pendingCookie(begun.right.pending, isEncrypted(trustedProxies, request))]);
  };

const end =
  ({ signIns, trustedProxies }: ProviderRoutesDeps): Handler =>
  async (request: HttpRequest) => {
    const encrypted = isEncrypted(trustedProxies, request);
    const client = clientOf(trustedProxies, request);
    const brought = { pending: pendingOf(request.headers, encrypted), rawQuery: request.rawQuery };
    const session = await signIns.end(brought, client);
    const noPending = noPendingCookie(encrypted);
    if (E.isLeft(session)) return redirect(failedPage(session.left), [noPending]);
    const { key, lastsMs } = session.right;
    const { 'Set-Cookie': cookie } = sessionCookie(key, lastsMs, encrypted);
    return redirect('/', [noPending, String(cookie)]);
  };

/** The route that the sign-in page reads. Its `provider` is null if there is none. */
const offer = (deps: ProviderRoutesDeps | undefined): Handler => {
  const provider = deps && { name: deps.settings.provider.name, url: deps.settings.publicUrl + beginPath };
  const reply = jsonReply(200, { provider: provider ?? null });
  return byMethod({ GET: () => reply });
};

/** The routes, which need no session. Without a provider, only the one that reports this. */
export const providerRoutes = (deps: ProviderRoutesDeps | undefined): readonly (readonly [string, Handler])[] => [
  ['/api/sign-in', offer(deps)],
  ...(deps === undefined
    ? []
    : ([
        [beginPath, byMethodWithoutHead({ GET: begin(deps) })],
        [callbackPath, byMethodWithoutHead({ GET: end(deps) })],
      ] as const)),
];
