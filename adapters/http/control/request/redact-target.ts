// The request target as the logs write it: no token, however it was encoded, and no control character.
import { decodeFully, redactTokens } from '../../../../domain/access/redaction.js';
import type { RequestTarget } from '../../server/request-target.js';

const hidden = '***';

/** A parameter named token, in any letters, also as a list and within an address that is a value itself. */
const tokenParameter = /(?:^|[?&;\s])token\s*(?:\[[^=]*)?=/i;

const redactPair = (pair: string): string => {
  if (!tokenParameter.test(decodeFully(pair).replaceAll('+', ' '))) return redactTokens(pair);
  const equals = pair.indexOf('=');
  return equals < 0 ? hidden : `${redactTokens(pair.slice(0, equals))}=${hidden}`;
};

const redactQuery = (rawQuery: string): string =>
  rawQuery === '' ? '' : `?${rawQuery.split('&').map(redactPair).join('&')}`;

/** The longest target that is written down whole, characters. */
const longest = 2_048;

const unprintable = /[^\x21-\x7e]/g;

const printable = (text: string): string =>
  text.slice(0, longest).replace(unprintable, (character) => encodeURIComponent(character.toWellFormed()));

/** Path and query of a request for the logs (part 2 of the specification, Request log entry). */
export const redactTarget = ({ path, rawQuery }: Pick<RequestTarget, 'path' | 'rawQuery'>): string =>
  printable(redactTokens(path) + redactQuery(rawQuery));
