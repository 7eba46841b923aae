// Texts of services as operators are shown them.
import { visible } from '../codec/codec.js';
import { redactTokens } from './redaction.js';

/** Returns a text of at most `length` characters, without tokens, and with U+FFFD in place of invisible characters. */
export const shownText = (text: string, length: number): string => {
  const clean = visible(redactTokens(text));
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).toWellFormed()}…`;
};
