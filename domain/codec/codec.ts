// What io-ts lacks here: codecs that say what they expect, and faults told with their place.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** Keywords of JSON Schema: what documents tell of a codec beyond what its make shows. */
export type SchemaKeywords = Readonly<Record<string, unknown>>;

/** What documents read off a codec. */
export interface SchemaAnnotations {
  readonly keywords?: SchemaKeywords;
  /** The codec whose values it takes a part of. */
  readonly refines?: t.Mixed;
}

/** The same codec with more to tell: a description, examples, a default. */
export const described = <C extends t.Mixed>(codec: C, keywords: SchemaKeywords): C => {
  const told: SchemaAnnotations = { keywords: { ...(codec as SchemaAnnotations).keywords, ...keywords } };
  const copy: unknown = Object.assign(Object.create(Object.getPrototypeOf(codec) as object) as object, codec, told);
  return copy as C;
};

/** A codec for values that pass a test; its name is the expectation that error messages tell. */
export const refined = <A>(
  codec: t.Type<A>,
  test: (value: A) => boolean,
  expectation: string,
  keywords: SchemaKeywords = { description: expectation },
): t.Type<A> => {
  const told: SchemaAnnotations = { keywords, refines: codec };
  const refining = new t.Type<A>(
    expectation,
    (value): value is A => codec.is(value) && test(value),
    (input, context) => {
      const decoded = codec.validate(input, context);
      return E.isLeft(decoded) || test(decoded.right) ? decoded : t.failure(input, context, expectation);
    },
    codec.encode,
  );
  return Object.assign(refining, told);
};

/** Text of `min` to `max` characters without control characters. */
export const text = (min: number, max: number): t.Type<string> =>
  refined(
    t.string,
    (value) => value.length >= min && value.length <= max && !/\p{Cc}/u.test(value),
    `a text of ${String(min)} to ${String(max)} characters without control characters`,
    { minLength: min, maxLength: max, pattern: '^\\P{Cc}*$' },
  );

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number): t.Type<number> =>
  refined(
    t.number,
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `a whole number from ${String(min)} to ${String(max)}`,
    { type: 'integer', minimum: min, maximum: max },
  );

/** A moment, ISO-8601 UTC. */
export const moment = described(t.string, { format: 'date-time' });

/** One of some fixed texts. */
export const oneOf = <A extends string>(...choices: readonly A[]): t.Type<A> => {
  const is = (value: unknown): value is A => choices.some((choice) => choice === value);
  const choice = new t.Type<A>(
    `one of ${choices.join(', ')}`,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  );
  return described(choice, { type: 'string', enum: choices });
};

/** A list whose entries a codec reads; entries are written as they are read, brands and all. */
export const listOf = <A>(entry: t.Type<A, unknown>): t.Type<readonly A[]> =>
  t.readonlyArray(entry) as unknown as t.Type<readonly A[]>;

/** The same list, refused when two entries share a key, letters' case aside. */
export const unique = <A>(
  list: t.Type<readonly A[]>,
  keyOf: (value: A) => string,
  what: string,
): t.Type<readonly A[]> =>
  refined(
    list,
    (values) => new Set(values.map((value) => keyOf(value).toLowerCase())).size === values.length,
    `a list in which no two have the same ${what}`,
  );

/** One thing wrong with a decoded value. */
export interface ValidationIssue {
  /** Where, as in `devices[3].name`; empty for the value itself. */
  readonly path: string;
  /** What was expected there. */
  readonly expected: string;
}

const isIndex = (key: string): boolean => /^\d+$/.test(key);

/** What io-ts tells of a codec's make, as far as it matters here. */
interface Make {
  readonly _tag?: string;
  readonly type?: Make;
}

/** Whether a codec numbers its members as if they were entries: those numbers are no place. */
const forks = ({ _tag, type }: Make): boolean =>
  _tag === 'ReadonlyType' && type !== undefined ? forks(type) : _tag === 'UnionType' || _tag === 'IntersectionType';

const pathOf = (context: t.Context): string =>
  context
    .filter((_, depth) => depth > 0 && !context.slice(depth - 1, depth).some(({ type }) => forks(type as Make)))
    .map(({ key }) => (isIndex(key) ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

/** A codec's name as people read it: records and lists aren't spelled out. */
const readable = (name: string): string =>
  name.replace(/^(Readonly<|Partial<)?\{.*$/s, 'an object').replace(/^(ReadonlyArray|Array)<.*$/s, 'a list');

const faultOf = ({ context, message }: t.ValidationError): ValidationIssue => ({
  path: pathOf(context),
  expected:
    message ??
    context
      .slice(-1)
      .map(({ type }) => readable(type.name))
      .join(''),
});

/** Every fault of a failed decoding, one for each place. What was sent is left out: it may be a secret. */
export const validationIssues = (errors: t.Errors): readonly ValidationIssue[] => {
  const expectations = Map.groupBy(errors.map(faultOf), ({ path }) => path);
  return [...expectations].map(([path, faults]) => ({
    path,
    expected: [...new Set(faults.map(({ expected }) => expected))].join(' or '),
  }));
};

/** Faults as one line: `devices[3].name: expected a text of 1 to 64 characters`. */
export const formatIssues = (faults: readonly ValidationIssue[]): string =>
  faults.map(({ path, expected }) => `${path === '' ? 'the whole' : path}: expected ${expected}`).join('; ');
