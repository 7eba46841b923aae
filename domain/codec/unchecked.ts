// Reads parts of values that aren't validated yet, and makes sloppy documents readable.

/** Returns a field of a record, undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Whether a value has nothing at a path such as `outputs[0].player`. */
export const isAbsentAt = (value: unknown, path: string): boolean =>
  path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce(fieldOf, value) === undefined;

/** Returns the entries of the list in a field, none where it is no list. */
export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
};

/** Returns the text in a field, undefined where it is no text. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : undefined;
};

/** A character that XML 1.0 forbids. */
const forbiddenInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** An ampersand, with the reference that it begins, if it is one to a character or to an entity that XML 1.0 defines. */
const ampersand = /&(?:#(?:x([0-9A-Fa-f]{1,8})|(\d{1,8}));|(?:amp|lt|gt|quot|apos);)?/g;

const replacement = '\uFFFD';

const inXml = (reference: string, hex: string | undefined, decimal: string | undefined): string => {
  if (reference === '&') return '&amp;';
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  if (Number.isNaN(code)) return reference;
  return code <= 0x10_ff_ff && String.fromCodePoint(code).search(forbiddenInXml) < 0 ? reference : replacement;
};

/** A tag with its attributes, whose values may contain what only begins a tag elsewhere. */
const tag = /<[\w:.-]+(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+\s*\/?>/g;

const withoutInnerTags = (found: string): string => `<${found.slice(1).replaceAll('<', '&lt;')}`;

/**
 * Returns XML that can be parsed although texts in it contain what XML 1.0 forbids: U+FFFD stands for forbidden characters,
 * and ampersands, unknown entities, and `<` in attributes stand for themselves. Other XML stays as it is.
 */
export const readableXml = (xml: string): string =>
  xml.replaceAll(forbiddenInXml, replacement).replaceAll(ampersand, inXml).replaceAll(tag, withoutInnerTags);
