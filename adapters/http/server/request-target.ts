// Parses the request target into the raw path and query, and the decoded query parameters.
import { invalidRequest } from '../../../domain/failure.js';
import type { RawParameters } from '../../../application/api/parameters.js';

/** Most parameters of a query, empty ones included. A graphic takes a hundred. */
export const maxParameters = 128;

/** A parsed request target. */
export interface RequestTarget {
  /** Host and port of an absolute-form target, which replaces the header `Host` (ADDRESS-10); otherwise `undefined`. */
  readonly authority?: string | undefined;
  /** The path as sent, still percent-encoded, without query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly rawQuery: string;
  /** Every value of every query parameter, decoded; of the first {@link maxParameters} if there are more. */
  readonly query: RawParameters;
  /** Whether path or query contain invalid percent-encoding or a NUL. A query with too many parameters is refused earlier. */
  readonly malformed: boolean;
}

/** The failure of a request whose target is malformed (ERROR-14). */
export const malformedTarget = invalidRequest('expected valid percent-encoding of UTF-8 without NUL in path and query');

const decodeComponent = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

const nameAndValue = (pair: string): readonly [string, string] => {
  const equals = pair.indexOf('=');
  return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
};

const append = (query: Map<string, string[]>, name: string, value: string): void => {
  const values = query.get(name);
  if (values === undefined) query.set(name, [value]);
  else values.push(value);
};

const isValidText = (decoded: string | undefined): boolean => decoded !== undefined && !decoded.includes('\0');

/** Whether a target has more parameters than are read. It isn't parsed for that. */
export const hasTooManyParameters = (url: string): boolean => {
  let at = url.indexOf('&');
  for (let count = 1; at >= 0; count += 1) {
    if (count === maxParameters) return true;
    at = url.indexOf('&', at + 1);
  }
  return false;
};

/** Adds the parameters of a raw query, except pairs that can't be decoded. Returns false for those and for a NUL. */
const parseQuery = (rawQuery: string, query: Map<string, string[]>): boolean => {
  let isValid = true;
  for (const pair of rawQuery.split('&', maxParameters)) {
    const [name, value] = nameAndValue(pair).map(decodeComponent);
    if (name !== undefined && value !== undefined) append(query, name, value);
    isValid &&= isValidText(name) && isValidText(value);
  }
  return isValid;
};

/** Whether a path can be decoded to a text without NUL. */
export const isDecodablePath = (path: string): boolean => !path.includes('%') || isValidText(decodeComponent(path));

/** Scheme and authority of an absolute-form target. */
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

const isOriginForm = (url: string): boolean => url.startsWith('/') || url === '*';

/** Returns the authority of `http://host/path`, `undefined` for other targets. */
const authorityOf = (url: string): string | undefined => (isOriginForm(url) ? undefined : absoluteForm.exec(url)?.[1]);

/** Reduces `http://host/path` to `/path`. `*` stays as it is. */
const originForm = (url: string): string =>
  isOriginForm(url) ? url : url.replace(absoluteForm, '').replace(/^(?!\/)/, '/');

const noQuery: RawParameters = new Map();

/** The target of a request that couldn't be parsed. */
export const unreadableTarget: RequestTarget = { path: '-', rawQuery: '', query: noQuery, malformed: true };

const parseOriginForm = (url: string): RequestTarget => {
  const [beforeFragment = ''] = originForm(url).split('#', 1);
  const mark = beforeFragment.indexOf('?');
  if (mark < 0)
    return { path: beforeFragment, rawQuery: '', query: noQuery, malformed: !isDecodablePath(beforeFragment) };
  const path = beforeFragment.slice(0, mark);
  const rawQuery = beforeFragment.slice(mark + 1);
  const query = new Map<string, string[]>();
  const isValidQuery = parseQuery(rawQuery, query);
  return { path, rawQuery, query, malformed: !isValidQuery || !isDecodablePath(path) };
};

/** Parses a request target. */
export const parseTarget = (url: string): RequestTarget => {
  const authority = authorityOf(url);
  const target = parseOriginForm(url);
  return authority === undefined ? target : { ...target, authority };
};

/** Whether a path has empty segments, dot segments or backslashes, which URL parsers rewrite, or is `*`. */
export const isAmbiguousPath = (path: string): boolean => path === '*' || /\/\/|\\|\/(\.|%2e){1,2}(\/|$)/i.test(path);
