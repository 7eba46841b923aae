// The cookie that binds a sign-in at an identity provider to the browser that has begun it.
import type { IncomingHttpHeaders } from 'node:http';
import { cookieOf } from './session-cookie.js';

/** The name of the cookie. */
export const pendingCookieName = 'studio_console_sign_in';

/** The path of the routes that need it. */
export const pendingCookiePath = '/sign-in/oidc';

/** How long a sign-in at the provider may take, seconds. */
const lastsSeconds = 600;

/**
 * Returns the value of the header that sets the cookie. Scripts can't read it. The provider's redirect comes from another
 * site, so the cookie is `Lax`: browsers send it with a navigation.
 */
export const pendingCookie = (pending: string, encrypted: boolean, seconds = lastsSeconds): string =>
  [
    `${pendingCookieName}=${pending}`,
    `Path=${pendingCookiePath}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${String(seconds)}`,
    ...(encrypted ? ['Secure'] : []),
  ].join('; ');

/** Returns the value of the header that deletes the cookie. */
export const noPendingCookie = (encrypted: boolean): string => pendingCookie('', encrypted, 0);

/** Returns what the browser brings back; empty if it brings nothing. */
export const pendingOf = (headers: IncomingHttpHeaders): string => cookieOf(headers, pendingCookieName) ?? '';
