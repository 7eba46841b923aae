// The cookie that carries a session's key.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** What it is called. */
export const sessionCookieName = 'studio_console_session';

/** The session key that a request carries. */
export const sessionKeyOf = ({ cookie = '' }: IncomingHttpHeaders): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${sessionCookieName}=`))
    ?.slice(sessionCookieName.length + 1);

/** Hands a session's key to the browser; no script reads it and no other site's page sends it. */
export const sessionCookie = (key: string, lastsMs: number, encrypted: boolean): OutgoingHttpHeaders => ({
  'Set-Cookie': [
    `${sessionCookieName}=${key}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${String(Math.floor(lastsMs / 1_000))}`,
    ...(encrypted ? ['Secure'] : []),
  ].join('; '),
});

/** Takes the key from the browser again. */
export const noSessionCookie = (encrypted: boolean): OutgoingHttpHeaders => sessionCookie('', 0, encrypted);
