// Reads the templates of a studio file as the equipment would: what is received for each command, and what is answered.
import { fieldOf } from '../../domain/codec/unchecked.js';

/** The value of each placeholder, by name. */
export type Expansion = Readonly<Record<string, string | number>>;

/** Writes a value at its place in a text. */
export type Writing = (value: string) => string;

const asIs: Writing = (value) => value;

const expandedText = (template: string, values: Expansion, write: Writing): string | number => {
  const alone = Object.entries(values).find(([name]) => template === `{${name}}`)?.[1];
  if (typeof alone === 'number') return alone;
  return Object.entries(values).reduce(
    (text, [name, value]) => text.split(`{${name}}`).join(write(String(value))),
    template,
  );
};

/** Replaces the placeholders in all texts of a template, at any depth. A text that is a placeholder alone becomes its value. */
export const expanded = (template: unknown, values: Expansion, write: Writing = asIs): unknown => {
  if (typeof template === 'string') return expandedText(template, values, write);
  if (Array.isArray(template)) return template.map((part: unknown) => expanded(part, values, write));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, expanded(part, values, write)]));
};

/** Returns a document in which the value at a JSON Pointer is the given one. */
export const documentWith = (pointer: string, value: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduceRight<unknown>((inner, name) => ({ [name.replaceAll('~1', '/').replaceAll('~0', '~')]: inner }), value);

/** Returns a text that fits a match: nothing in place of each wildcard, or the JSON document with the value. */
export const textFitting = (match: unknown): string => {
  const pointer = fieldOf(match, 'pointer');
  if (typeof pointer === 'string') return JSON.stringify(documentWith(pointer, fieldOf(match, 'equals')));
  return String(match)
    .split(/(\\\*|\\\\)/)
    .map((part, index) => (index % 2 === 1 ? part.slice(1) : part.replaceAll('*', '')))
    .join('');
};
