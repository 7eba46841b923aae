// The templates of protocols whose messages are texts, such as lines over TCP.
import * as E from 'fp-ts/lib/Either.js';
import type { TextProtocol } from './plan.js';
import { filled, templateText, type Escape } from './placeholders.js';
import {
  asReceived,
  matchesText,
  resemblesText,
  textMatch,
  withoutCase,
  type ReceivedText,
  type TextMatch,
} from './text-match.js';

/** The codecs of texts that are sent and received. */
export const textCodecs = { template: templateText, match: textMatch, hasReplies: false } as const;

/** Characters that a device needs to have written in another way, such as quotes. */
export type Replacements = Readonly<Record<string, string>>;

/** How messages are encoded. */
export type MessageEncoding = 'utf8' | 'latin1';

/** Characters that an encoding lacks. Of such a character, Latin-1 would send the low octet: a line feed for U+010A. */
const unwritable: Readonly<Record<MessageEncoding, RegExp>> = {
  utf8: /\p{Cs}/u,
  latin1: /[^\u0000-\u00FF]/u,
};

/** Whether an encoding has all characters of a text. */
export const canEncode = (encoding: MessageEncoding, text: string): boolean => !unwritable[encoding].test(text);

/**
 * Returns how values are written in messages. A value with a control character, with one that the encoding lacks, or with
 * the text that ends a message, can't be written: it would be read as another command.
 */
export const escapeFor =
  (delimiter: string | undefined, replacements: Replacements = {}, encoding: MessageEncoding = 'utf8'): Escape =>
  (value) => {
    if (/\p{Cc}/u.test(value) || !canEncode(encoding, value)) return undefined;
    const written = Array.from(value, (character) => replacements[character] ?? character).join('');
    return delimiter !== undefined && written.includes(delimiter) ? undefined : written;
  };

/** Returns the protocol of messages that are texts. */
export const textProtocol = (
  escape: Escape,
  encoding: MessageEncoding = 'utf8',
  ignoreCase = false,
): TextProtocol<string, TextMatch, string, ReceivedText> => ({
  ...textCodecs,
  fill: (template, values) =>
    canEncode(encoding, template)
      ? filled(template, values, escape)
      : E.left(`its template contains characters that ${encoding} lacks`),
  matches: (match, values) => matchesText(match, values, ignoreCase ? withoutCase : asReceived),
  resembles: (match, values) => resemblesText(match, values, ignoreCase ? withoutCase : asReceived),
});
