// What a received text is compared with: a text with `*` for anything, or a value in a JSON document.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { choiceOf } from '../../../../domain/codec/choice.js';
import { field, refined } from '../../../../domain/codec/codec.js';
import { parsedJson, valueAt } from '../json-pointer.js';
import { filled, filledPartly, hasOnly, templateText, withPlaceholders, type Values } from './placeholders.js';

/** A value of JSON that is no list and no object. */
const Scalar = t.union([t.string, t.number, t.boolean, t.null]);

/** A value of a JSON document: where it is, and what it is. */
const jsonMatch = (names: readonly string[]) =>
  t.readonly(
    t.type({
      pointer: field(
        refined(
          t.string,
          (pointer) => pointer.length <= 256 && /^(?:\/.*)?$/.test(pointer) && hasOnly(names, pointer),
          'a JSON pointer of at most 256 characters, such as /relays/0/ison',
        ),
        withPlaceholders('Where the value is in the JSON document, such as /relays/0/ison', names),
      ),
      equals: field(Scalar, 'The value at that place'),
    }),
  );

/** What a text is compared with. */
export type TextMatch = string | { readonly pointer: string; readonly equals: string | number | boolean | null };

/** A codec for matches that may contain these placeholders. */
export const textMatch = (names: readonly string[]): t.Type<TextMatch, unknown> =>
  choiceOf(templateText(names), jsonMatch(names), (input) => typeof input === 'object' && input !== null);

/** A received text. Its JSON is parsed at most once. */
export class ReceivedText {
  #json: { readonly value: unknown } | undefined;

  constructor(readonly text: string) {}

  /** The JSON document; undefined if the text is none. */
  get json(): unknown {
    this.#json ??= { value: parsedJson(this.text) };
    return this.#json.value;
  }
}

/** Divides a pattern at its wildcards. A backslash makes `*` and `\` stand for themselves. */
const partsOf = (pattern: string): readonly string[] => {
  const parts = [''];
  for (const [token] of pattern.matchAll(/\\[*\\]|[^]/gu))
    if (token === '*') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${token.length === 2 && token.startsWith('\\') ? token.slice(1) : token}`);
  return parts;
};

/** Returns where the last of the parts ends, which follow each other from `start` on; -1 if one is missing. */
const endOfParts = (text: string, parts: readonly string[], start: number): number => {
  let at = start;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return -1;
    at = found + part.length;
  }
  return at;
};

/** Returns whether texts are the given one, in which `*` stands for any text. The pattern is divided once. */
export const matchesPattern = (pattern: string): ((text: string) => boolean) => {
  const [first = '', ...others] = partsOf(pattern);
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first)) return false;
    const end = endOfParts(text, others, first.length);
    return end >= 0 && text.length - end >= last.length && text.endsWith(last);
  };
};

const literal = (value: string): string => value.replace(/[*\\]/g, String.raw`\$&`);

const pointerToken = (value: string): string => value.replaceAll('~', '~0').replaceAll('/', '~1');

const textOf = (template: string, values: Values, escape: (value: string) => string): string =>
  E.getOrElse(() => '')(filled(template, values, escape));

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Whether something received is what a match describes. */
export type Comparison<In> = (received: In) => boolean;

/** Returns a text as it is compared. */
export type Folding = (text: string) => string;

export const asReceived: Folding = (text) => text;

export const withoutCase: Folding = (text) => text.toLowerCase();

const comparison = (pattern: string, fold: Folding): Comparison<ReceivedText> => {
  const matches = matchesPattern(fold(pattern));
  return ({ text }) => matches(fold(text));
};

/** Compares received texts with a match, whatever the values of its other placeholders are. */
export const resemblesText = (match: TextMatch, values: Values, fold = asReceived): Comparison<ReceivedText> => {
  const fixed = (template: string, escape: (value: string) => string) => filledPartly(template, values, escape);
  if (typeof match === 'string') return comparison(fixed(match, literal).replace(/\{[a-zA-Z]+\}/g, '*'), fold);
  const pointer = fixed(match.pointer, pointerToken);
  return hasOnly([], pointer) ? ({ json }) => isScalar(valueAt(json, pointer)) : () => false;
};

/** Compares received texts with a match. Values of JSON are compared as texts: 1 equals "1". */
export const matchesText = (match: TextMatch, values: Values, fold = asReceived): Comparison<ReceivedText> => {
  if (typeof match === 'string') return comparison(textOf(match, values, literal), fold);
  const pointer = textOf(match.pointer, values, pointerToken);
  const expected = typeof match.equals === 'string' ? textOf(match.equals, values, String) : String(match.equals);
  return ({ json }) => {
    const found = valueAt(json, pointer);
    return isScalar(found) && fold(String(found)) === fold(expected);
  };
};
