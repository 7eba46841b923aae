// Redacts request targets for logs: removes tokens in any encoding, and control characters (LOG-4, LOG-6).
import { decodeFully, hidden, redactTokens } from '../../../../domain/access/redaction.js';
import { maxParameters, type RequestTarget } from '../../server/request-target.js';

/** The name `token` in any case and what ends it, inside a URL that is itself a value too. */
const tokenName = /(?:^|[?&;\s])token\s*[[=]/i;

/** Whether a text has a parameter named `token`, as a list too: the name, and an equals sign after it. */
const hasTokenParameter = (text: string): boolean => {
  const nameAt = text.search(tokenName);
  return nameAt >= 0 && nameAt < text.lastIndexOf('=');
};

const redactPair = (pair: string): string => {
  if (!hasTokenParameter(decodeFully(pair).replaceAll('+', ' '))) return redactTokens(pair);
  const equals = pair.indexOf('=');
  return equals < 0 ? hidden : `${redactTokens(pair.slice(0, equals))}=${hidden}`;
};

/** What stands for the parameters beyond those that are read. */
const more = '&...';

const redactQuery = (rawQuery: string): string => {
  if (rawQuery === '') return '';
  const pairs = rawQuery.split('&', maxParameters + 1);
  const logged = pairs.slice(0, maxParameters).map(redactPair).join('&');
  return `?${logged}${pairs.length > maxParameters ? more : ''}`;
};

/** Longest target that is logged in full, in characters. */
const maxLoggedLength = 2_048;

const unprintable = /[^\x21-\x7e]/g;

const printable = (text: string): string =>
  text.slice(0, maxLoggedLength).replace(unprintable, (character) => encodeURIComponent(character.toWellFormed()));

/** Returns path and query of a request for the logs (LOG-7). */
export const redactTarget = ({ path, rawQuery }: Pick<RequestTarget, 'path' | 'rawQuery'>): string =>
  printable(redactTokens(path) + redactQuery(rawQuery));
