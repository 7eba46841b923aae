// Redacts request targets for logs: removes tokens in any encoding, and control characters (LOG-4, LOG-6).
import { decodeFully, redactTokens } from '../../../../domain/access/redaction.js';
import type { RequestTarget } from '../../server/request-target.js';

const hidden = '***';

/** A parameter named `token` in any case, as a list too, and inside a URL that is itself a value. */
const tokenParameter = /(?:^|[?&;\s])token\s*(?:\[[^=]*)?=/i;

const redactPair = (pair: string): string => {
  if (!tokenParameter.test(decodeFully(pair).replaceAll('+', ' '))) return redactTokens(pair);
  const equals = pair.indexOf('=');
  return equals < 0 ? hidden : `${redactTokens(pair.slice(0, equals))}=${hidden}`;
};

const redactQuery = (rawQuery: string): string =>
  rawQuery === '' ? '' : `?${rawQuery.split('&').map(redactPair).join('&')}`;

/** Longest target that is logged in full, in characters. */
const maxLoggedLength = 2_048;

const unprintable = /[^\x21-\x7e]/g;

const printable = (text: string): string =>
  text.slice(0, maxLoggedLength).replace(unprintable, (character) => encodeURIComponent(character.toWellFormed()));

/** Returns path and query of a request for the logs (LOG-7). */
export const redactTarget = ({ path, rawQuery }: Pick<RequestTarget, 'path' | 'rawQuery'>): string =>
  printable(redactTokens(path) + redactQuery(rawQuery));
