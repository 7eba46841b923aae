// Codecs for common values, with readable expectations and JSON Schema keywords.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** Keywords of JSON Schema that a codec's structure doesn't show. */
export type SchemaKeywords = Readonly<Record<string, unknown>>;

/** What API documents use of a codec. */
export interface SchemaAnnotations {
  readonly keywords?: SchemaKeywords;
  /** The codec that this one restricts. */
  readonly refines?: t.Mixed;
}

/** Returns a copy of a codec with further keywords, such as a description or examples. */
export const described = <C extends t.Mixed>(codec: C, keywords: SchemaKeywords): C => {
  const annotations: SchemaAnnotations = {
    keywords: { ...(codec as SchemaAnnotations).keywords, ...keywords },
  };
  const copy: unknown = Object.assign(
    Object.create(Object.getPrototypeOf(codec) as object) as object,
    codec,
    annotations,
  );
  return copy as C;
};

/** Describes a field: what it is for, and its unit. */
export const field = <C extends t.Mixed>(codec: C, description: string, keywords: SchemaKeywords = {}): C =>
  described(codec, { description, ...keywords });

/**
 * A codec for values that pass a test. Its name is the expectation. An error message shows what `explain` returns for the
 * value; the expectation without it.
 */
export const refined = <A>(
  codec: t.Type<A>,
  test: (value: A) => boolean,
  expectation: string,
  keywords: SchemaKeywords = { description: expectation },
  explain: (value: A) => string = () => expectation,
): t.Type<A> => {
  const annotations: SchemaAnnotations = { keywords, refines: codec };
  const refinement = new t.Type<A>(
    expectation,
    (value): value is A => codec.is(value) && test(value),
    (input, context) => {
      const decoded = codec.validate(input, context);
      return E.isLeft(decoded) || test(decoded.right) ? decoded : t.failure(input, context, explain(decoded.right));
    },
    codec.encode,
  );
  return Object.assign(refinement, annotations);
};

/** Text of `min` to `max` characters, none of them in `refused`, the inside of a character class. */
const textWithout = (refused: string, refusal: string) => {
  const pattern = `^[^${refused}]*$`;
  const form = new RegExp(pattern, 'u');
  return (min: number, max: number): t.Type<string> =>
    refined(
      t.string,
      (value) => value.length >= min && value.length <= max && form.test(value),
      `a text of ${String(min)} to ${String(max)} characters without ${refusal} characters`,
      { minLength: min, maxLength: max, pattern },
    );
};

/**
 * Controls, formats (bidi, zero-width), lone surrogates, line and paragraph separators, and the few letters and marks that
 * show nothing. Unassigned and private characters are not in it: which they are depends on the version of Unicode.
 */
const invisible = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFFA0`;

/** Text of `min` to `max` characters in which every character shows: two that look the same are nearly always the same (CONSOLE-25). */
export const text = textWithout(invisible, 'control or invisible');

/** Text that may contain invisible characters: passwords, and names that were stored before CONSOLE-25. */
export const looseText = textWithout(String.raw`\p{Cc}`, 'control');

const anyInvisible = new RegExp(`[${invisible}]`, 'gu');

/** Replaces invisible characters by U+FFFD, which shows. */
export const visible = (value: string): string => value.replace(anyInvisible, '\uFFFD');

/** Returns the form in which names are compared: without case, width and compatibility variants (DEVICE-13). */
export const comparable = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Returns the form in which names match: without case, and with composed letters, whichever way they were written (PARAMETER-5). */
export const matchable = (name: string): string => name.normalize('NFC').toLowerCase();

/** Whether two names match. */
export const isSameName = (one: string, other: string): boolean => matchable(one) === matchable(other);

/** A whole number from `min` to `max`. */
export const integer = (min: number, max: number): t.Type<number> =>
  refined(
    t.number,
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `a whole number from ${String(min)} to ${String(max)}`,
    { type: 'integer', minimum: min, maximum: max },
  );

/** A number from `min` to `max`, which need not be whole. */
export const boundedNumber = (min: number, max: number): t.Type<number> =>
  refined(t.number, (value) => value >= min && value <= max, `a number from ${String(min)} to ${String(max)}`, {
    minimum: min,
    maximum: max,
  });

/** A time, ISO-8601 in UTC. */
export const dateTime = described(t.string, { format: 'date-time' });

/** A value of a codec, or null. */
export const orNull = <C extends t.Mixed>(codec: C, description: string): t.UnionC<[C, t.NullC]> =>
  described(t.union([codec, t.null]), { description });

const choice = <A extends string>(choices: readonly A[]): t.Type<A> => {
  const is = (value: unknown): value is A => choices.some((one) => one === value);
  return new t.Type<A>(
    `one of ${choices.join(', ')}`,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  );
};

/** One of several fixed texts. */
export const oneOf = <A extends string>(...choices: readonly A[]): t.Type<A> =>
  described(choice(choices), { type: 'string', enum: choices });

/** One of several fixed texts, to which later versions may add: documents don't promise that there are no others. */
export const oneOfMore = <A extends string>(...choices: readonly A[]): t.Type<A> =>
  described(choice(choices), {
    type: 'string',
    description: `Such as ${choices.map((one) => `\`${one}\``).join(', ')}; later versions may add others`,
    examples: choices.slice(0, 1),
  });

/** A list of entries. Encoding leaves the entries as they are. */
export const listOf = <A>(entry: t.Type<A, unknown>): t.Type<readonly A[]> =>
  t.readonlyArray(entry) as unknown as t.Type<readonly A[]>;

/** A list of at most `max` entries. The length is checked first, so that a longer list costs no decoding. */
export const boundedListOf = <A>(entry: t.Type<A, unknown>, max: number): t.Type<readonly A[]> => {
  const list = listOf(entry);
  const { is, validate } = list;
  const isTooLong = (value: unknown): boolean => Array.isArray(value) && value.length > max;
  const annotations: SchemaAnnotations = { keywords: { maxItems: max } };
  return Object.assign(list, {
    ...annotations,
    is: (value: unknown): value is readonly A[] => !isTooLong(value) && is(value),
    validate: (input: unknown, context: t.Context) =>
      isTooLong(input) ? t.failure(input, context, `at most ${String(max)} entries`) : validate(input, context),
  });
};

/** A list in which the keys of no two entries match. An entry may have several. `what` names the key in messages. */
export const unique = <A>(
  list: t.Type<readonly A[]>,
  keyOf: (value: A) => string | readonly string[],
  what: string,
): t.Type<readonly A[]> =>
  refined(
    list,
    (values) => {
      const keys = values.flatMap((value) => keyOf(value)).map(matchable);
      return new Set(keys).size === keys.length;
    },
    `a list in which no two have the same ${what}`,
  );
