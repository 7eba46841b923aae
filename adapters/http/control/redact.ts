// The request target as the logs write it: no token, however it was encoded, and no control character.
import { redactTokens } from '../../../domain/access/token.js';
import type { Target } from '../server/target.js';

const hidden = '***';

/** How often a text may have been encoded over and over. */
const deepest = 5;

const decodeOnce = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // What can be decoded on its own is: a broken rest must not shield a token.
    return text.replace(/%[0-7][0-9a-f]/gi, (octet) => decodeURIComponent(octet));
  }
};

const decodeWhole = (text: string, depth = 0): string => {
  const decoded = decodeOnce(text);
  return decoded === text || depth === deepest ? decoded : decodeWhole(decoded, depth + 1);
};

const holdsToken = (text: string): boolean => {
  const decoded = decodeWhole(text);
  return redactTokens(decoded) !== decoded;
};

const isTokenName = (name: string): boolean => decodeWhole(name.replaceAll('+', ' ')).trim().toLowerCase() === 'token';

const redactPair = (pair: string): string => {
  const [name = ''] = pair.split('=', 1);
  if (isTokenName(name)) return `${name}=${hidden}`;
  return holdsToken(pair) ? encodeURI(redactTokens(decodeWhole(pair))) : pair;
};

const redactPath = (path: string): string => (holdsToken(path) ? encodeURI(redactTokens(decodeWhole(path))) : path);

/** The longest target that is written down whole, characters. */
const longest = 2_048;

const printable = (text: string): string =>
  text.slice(0, longest).replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));

/** Path and query of a request for the logs (part 2 of the specification, Request log entry). */
export const redactTarget = ({ path, rawQuery }: Pick<Target, 'path' | 'rawQuery'>): string => {
  const query = rawQuery === '' ? '' : `?${rawQuery.split('&').map(redactPair).join('&')}`;
  return printable(redactPath(path) + query);
};
