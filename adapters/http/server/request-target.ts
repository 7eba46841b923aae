// The request target: path and query as they were sent, before anything is made of them.
import type { RawParameters } from '../../../application/api/parameters.js';

/** A request target taken apart. */
export interface RequestTarget {
  /** The path as sent, percent-encoding and all, without query. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly rawQuery: string;
  /** Every value of every query parameter, decoded. */
  readonly query: RawParameters;
  /** Percent-encoding that can't be decoded, or a NUL, somewhere in it. */
  readonly malformed: boolean;
}

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

const isSound = (decoded: string | undefined): boolean => decoded !== undefined && !decoded.includes('\0');

/** Reads a raw query. Undecodable pairs are left out; they, and a NUL, are reported by `false`. */
const readQuery = (rawQuery: string, query: Map<string, string[]>): boolean => {
  let sound = true;
  for (const pair of rawQuery.split('&')) {
    const [name, value] = nameAndValue(pair).map(decodeComponent);
    if (name !== undefined && value !== undefined) append(query, name, value);
    sound &&= isSound(name) && isSound(value);
  }
  return sound;
};

/** Whether a path can be decoded, and holds no NUL then. */
export const isSoundPath = (path: string): boolean => !path.includes('%') || isSound(decodeComponent(path));

/** `http://host/path` as a target means `/path`: its host says nothing that `Host` doesn't. `*` names no path at all. */
const originForm = (url: string): string =>
  url.startsWith('/') || url === '*' ? url : url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');

const noQuery: RawParameters = new Map();

/** The target of a request that couldn't be read so far. */
export const unreadableTarget: RequestTarget = { path: '-', rawQuery: '', query: noQuery, malformed: true };

/** Takes a request target apart. */
export const readTarget = (url: string): RequestTarget => {
  const [beforeFragment = ''] = originForm(url).split('#', 1);
  const mark = beforeFragment.indexOf('?');
  if (mark < 0) return { path: beforeFragment, rawQuery: '', query: noQuery, malformed: !isSoundPath(beforeFragment) };
  const path = beforeFragment.slice(0, mark);
  const rawQuery = beforeFragment.slice(mark + 1);
  const query = new Map<string, string[]>();
  const soundQuery = readQuery(rawQuery, query);
  return { path, rawQuery, query, malformed: !soundQuery || !isSoundPath(path) };
};

/** Empty segments, dot segments, backslashes, `*`: forms that are no path, or that a URL parser would rewrite into another. */
export const isAmbiguous = (path: string): boolean => path === '*' || /\/\/|\\|\/(\.|%2e){1,2}(\/|$)/i.test(path);
