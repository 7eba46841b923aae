// A request's credentials: token candidates and the Basic header, parsed but not checked.
import { tokensIn } from './redaction.js';
import { isToken } from './token.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';

/** User and password of an HTTP Basic header. */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** Token candidates in the order of the checks (Bearer, `?token=`, Basic password), and the Basic header itself (TOKEN-7). */
export interface Credentials {
  readonly tokens: readonly string[];
  readonly basic: O.Option<BasicCredentials>;
  /** Returns the other texts of the request, where no token is read. Absent if they are unknown. */
  readonly elsewhere?: () => readonly string[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const octetsOf = (binary: string): Uint8Array => Uint8Array.from(binary, (character) => character.charCodeAt(0));

/** Decodes strict base64 (canonical, padded) of UTF-8 text; returns `none` for anything else. */
const decodeBase64 = (encoded: string): O.Option<string> =>
  O.tryCatch(() => {
    const binary = atob(encoded);
    if (btoa(binary) !== encoded) throw new Error('not canonical base64');
    return utf8.decode(octetsOf(binary));
  });

const splitAtColon = (text: string): O.Option<BasicCredentials> => {
  const colon = text.indexOf(':');
  return colon < 0 ? O.none : O.some({ username: text.slice(0, colon), password: text.slice(colon + 1) });
};

const schemeAndValue = (authorization: string): readonly [string, string] => {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(authorization.trim()) ?? [];
  return [scheme.toLowerCase(), value];
};

/** A parameter that is repeated or empty is no candidate (TOKEN-6). */
const queryToken = (values: readonly string[]): readonly string[] =>
  values.length === 1 && values[0] !== '' ? values : [];

/** Parses the `Authorization` header (schemes in any case) and the values of the query parameter `token`. */
export const readCredentials = (authorization: string | undefined, tokenValues: readonly string[]): Credentials => {
  const [scheme, value] = schemeAndValue(authorization ?? '');
  const basic = scheme === 'basic' ? pipe(decodeBase64(value), O.chain(splitAtColon)) : O.none;
  const bearer = scheme === 'bearer' ? [value] : [];
  const password = O.isSome(basic) ? [basic.value.password] : [];
  return { tokens: [...bearer, ...queryToken(tokenValues), ...password], basic };
};

const passwordOf = ({ basic }: Credentials): string | undefined => O.toUndefined(basic)?.password;

/** Whether a token stands where none is read, such as in another header, as a username, or twice in the query. */
const isMisplaced = ({ tokens, basic, elsewhere }: Credentials): boolean => {
  const texts = [O.toUndefined(basic)?.username ?? '', ...(elsewhere?.() ?? [])];
  return texts.flatMap(tokensIn).some((token) => !tokens.includes(token));
};

/**
 * Returns what may be wrong with the token of a caller who isn't admitted (TOKEN-19); undefined if it sent none. It follows from
 * the request alone, so it doesn't say whether a device has the token: one that works at another address looks the same.
 */
export const tokenHint = (credentials: Credentials): string | undefined => {
  if (credentials.tokens.some(isToken))
    return 'no device has the token that was sent, or its device may not use it from this address';
  if (isMisplaced(credentials))
    return (
      'a token was sent where none is read: send it once, as Authorization: Bearer, as token in the query, ' +
      'or as the password of HTTP Basic'
    );
  // The password may be one of legacy authorization.
  return credentials.tokens.some((token) => token !== passwordOf(credentials))
    ? 'what was sent as the token has another form: svc_ and 32 small letters and digits'
    : undefined;
};
