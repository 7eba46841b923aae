// Placeholders such as `{preset}` in the templates of text protocols.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { refined } from '../../../../domain/codec/codec.js';

/** The value of each placeholder, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a value as it is written at its place in a template; undefined if it can't stand there. */
export type Escape = (value: string) => string | undefined;

const placeholder = /\{([a-zA-Z]+)\}/g;

/** The longest template, in characters. */
const maxLength = 4_096;

const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name);

const expectation = (names: readonly string[]): string => {
  const placeholders = names.map((name) => `{${name}}`).join(', ');
  const rule = names.length === 0 ? 'no placeholder' : `no other placeholder than ${placeholders}`;
  return `a text of 1 to ${String(maxLength)} characters with ${rule}`;
};

/** Returns the description of a template: what it is, and its placeholders. */
export const withPlaceholders = (what: string, names: readonly string[]): string =>
  names.length === 0 ? what : `${what}; may contain ${names.map((name) => `{${name}}`).join(', ')}`;

/** Whether a text contains no other placeholders than these. */
export const hasOnly = (names: readonly string[], template: string): boolean =>
  namesIn(template).every((name) => names.includes(name));

/** A codec for templates that may contain these placeholders. */
export const templateText = (names: readonly string[]): t.Type<string> =>
  refined(
    t.string,
    (template) => template.length > 0 && template.length <= maxLength && hasOnly(names, template),
    expectation(names),
  );

/** Fills a template. Fails with the name of a placeholder whose value can't stand at its place. */
export const filled = (template: string, values: Values, escape: Escape): E.Either<string, string> => {
  const refused = namesIn(template).find((name) => escape(String(values[name])) === undefined);
  return refused === undefined
    ? E.right(template.replace(placeholder, (_, name: string) => escape(String(values[name])) ?? ''))
    : E.left(`the value of {${refused}} can't be written in its template: "${String(values[refused])}"`);
};

/** Fills the placeholders whose values are known, and leaves the others. */
export const filledPartly = (template: string, values: Values, escape: (value: string) => string): string =>
  template.replace(placeholder, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : escape(String(value));
  });

/** Returns the number that a template stands for if it is a placeholder alone and its value is a number. */
export const numberAlone = (template: string, values: Values): number | undefined => {
  const value = values[/^\{([a-zA-Z]+)\}$/.exec(template)?.[1] ?? ''];
  return typeof value === 'number' ? value : undefined;
};
