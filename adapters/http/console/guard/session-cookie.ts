// The cookie with the session key.
import type { IncomingHttpHeaders } from 'node:http';

/** The name of the cookie where the connection is not encrypted. */
export const sessionCookieName = 'studio_console_session';

/**
 * Returns the name that a cookie has. Over an encrypted connection it has a prefix: browsers then accept it only from this
 * host itself over HTTPS, so that neither a page of a sibling domain nor one over HTTP can set it (CONSOLE-29).
 */
export const hostOnly = (name: string, encrypted: boolean): string => (encrypted ? `__Host-${name}` : name);

/** Returns the value of a cookie. */
export const cookieOf = ({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Returns the session key of a request. */
export const sessionKeyOf = (headers: IncomingHttpHeaders, encrypted: boolean): string | undefined =>
  cookieOf(headers, hostOnly(sessionCookieName, encrypted));

/** Returns the value of the header that sets the cookie. Scripts can't read it, and pages of other sites don't send it. */
export const sessionCookie = (key: string, lastsMs: number, encrypted: boolean): string =>
  [
    `${hostOnly(sessionCookieName, encrypted)}=${key}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${String(Math.floor(lastsMs / 1_000))}`,
    ...(encrypted ? ['Secure'] : []),
  ].join('; ');

/** Returns the value of the header that deletes the cookie. */
export const noSessionCookie = (encrypted: boolean): string => sessionCookie('', 0, encrypted);
