// Decodes the parameters of a call, or returns a failure that says which one is wrong and what was expected.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { redactTokens } from '../../domain/access/redaction.js';
import { described, type SchemaKeywords, type SchemaAnnotations } from '../../domain/codec/codec.js';
import { invalid, type Failure } from '../../domain/failure.js';

/** Undecoded parameters: all values of each name. */
export type RawParameters = ReadonlyMap<string, readonly string[]>;

/** The undecoded parameters of a call. */
export interface RawCall {
  readonly path: RawParameters;
  readonly query: RawParameters;
  /** The headers that its operation reads, by the names that the operation gives them. */
  readonly headers?: RawParameters;
}

/** Codecs of parameters by name. Optional ones accept `undefined`. */
export type Codecs = Readonly<Record<string, t.Mixed>>;

/** The values that codecs return. */
export type Values<C extends Codecs> = { readonly [K in keyof C]: t.TypeOf<C[K]> };

/** Returns a codec that reads text. Error messages say that `expectation` was expected. */
export const fromText = <A>(
  expectation: string,
  read: (text: string) => A | undefined,
  keywords: SchemaKeywords = {},
): t.Type<A, string> => {
  const codec = new t.Type<A, string>(
    expectation,
    (value): value is A => value !== undefined && value !== '',
    (input, context) => {
      const value = typeof input === 'string' ? read(input) : undefined;
      return value === undefined ? t.failure(input, context) : t.success(value);
    },
    String,
  );
  return described(codec, { type: 'string', ...keywords });
};

/** Returns a codec of whole numbers in decimal digits, from `min` to `max`. Error messages name the unit. */
export const wholeNumber = (min: number, max: number, unit = ''): t.Type<number, string> =>
  fromText(
    `a whole number ${unit && `of ${unit} `}from ${String(min)} to ${String(max)}`,
    (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
    { type: 'integer', minimum: min, maximum: max },
  );

/** Any text, including the empty text. */
export const anyText: t.Type<string, string> = described(
  new t.Type('a text', t.string.is, t.string.validate, t.identity),
  { type: 'string' },
);

/** Any non-empty text. */
export const someText = fromText('a text', (text) => (text === '' ? undefined : text), { minLength: 1 });

/** Returns the same codec for an optional parameter. */
export const optional = <A>(codec: t.Type<A, string>): t.Type<A | undefined, string | undefined> => {
  const optionalCodec = new t.Type<A | undefined, string | undefined>(
    codec.name,
    (value): value is A | undefined => value === undefined || codec.is(value),
    (input, context) => (input === undefined ? t.success(undefined) : codec.validate(input, context)),
    (value) => (value === undefined ? undefined : codec.encode(value)),
  );
  return described(optionalCodec, { ...(codec as SchemaAnnotations).keywords });
};

const quoted = (values: readonly string[]): string =>
  values.length === 0 ? 'nothing' : redactTokens(values.map((value) => JSON.stringify(value)).join(' and '));

const invalidValue = (path: string, expected: string, values: readonly string[]): Failure =>
  invalid([{ path, expected, got: quoted(values) }]);

const decodeOne = (raw: RawParameters, name: string, codec: t.Mixed): E.Either<Failure, unknown> => {
  const values = raw.get(name) ?? [];
  const [value = ''] = values;
  if (values.length > 1) return E.left(invalidValue(name, 'one value', values));
  if (value.includes('\0')) return E.left(invalidValue(name, 'no NUL character', values));
  // An empty value counts as absent (PARAMETER-2), unless the codec accepts it.
  const absent = values.length === 0 || (value === '' && !codec.is(''));
  return pipe(
    codec.decode(absent ? undefined : value),
    E.mapLeft(() => invalidValue(name, codec.name, values)),
  );
};

/** Decodes the parameters that the codecs name, up to the first that is wrong. Ignores all others (PARAMETER-1). */
export const decodeParameters = <C extends Codecs>(codecs: C, raw: RawParameters): E.Either<Failure, Values<C>> => {
  const values: Record<string, unknown> = {};
  for (const [name, codec] of Object.entries(codecs)) {
    const decoded = decodeOne(raw, name, codec);
    if (E.isLeft(decoded)) return decoded;
    values[name] = decoded.right;
  }
  return E.right(values as Values<C>);
};

/** Decodes the path and query parameters of a call into one input. */
export const decodeCall = <Path extends Codecs, Query extends Codecs>(
  path: Path,
  query: Query,
  raw: RawCall,
): E.Either<Failure, Values<Path> & Values<Query>> => {
  const pathValues = decodeParameters(path, raw.path);
  if (E.isLeft(pathValues)) return pathValues;
  const queryValues = decodeParameters(query, raw.query);
  return E.isLeft(queryValues) ? queryValues : E.right({ ...pathValues.right, ...queryValues.right });
};
