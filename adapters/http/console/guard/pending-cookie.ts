// The cookie that binds a sign-in at an identity provider to the browser that has begun it.
import type { IncomingHttpHeaders } from 'node:http';
import { providerPath } from '../../../../application/console/endpoints/provider-sign-in.js';
import { cookieOf, hostOnly } from './session-cookie.js';

/** The name of the cookie where the connection is not encrypted. */
const pendingCookieName = 'studio_console_sign_in';

/** How long a sign-in at the provider may take, seconds. */
const lastsSeconds = 600;

/**
 * Returns the value of the header that sets the cookie. Scripts can't read it. The provider's redirect comes from another
 * site, so the cookie is `Lax`: browsers send it with a navigation. They accept a cookie with the prefix `__Host-` only for
 * all paths.
 */
export const pendingCookie = (pending: string, encrypted: boolean, seconds = lastsSeconds): string =>
  [
    `${hostOnly(pendingCookieName, encrypted)}=${pending}`,
    `Path=${encrypted ? '/' : providerPath}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${String(seconds)}`,
    ...(encrypted ? ['Secure'] : []),
  ].join('; ');

/** Returns the value of the header that deletes the cookie. */
export const noPendingCookie = (encrypted: boolean): string => pendingCookie('', encrypted, 0);

/** Returns what the browser brings back; empty if it brings nothing. */
export const pendingOf = (headers: IncomingHttpHeaders, encrypted: boolean): string =>
  cookieOf(headers, hostOnly(pendingCookieName, encrypted)) ?? '';
