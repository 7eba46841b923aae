// Parameters of a call: strings as they came, turned into values by codecs, or a failure that names what was wrong.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { redactTokens } from '../../domain/access/redaction.js';
import { described, type SchemaKeywords, type SchemaAnnotations } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';

/** Parameters as they came: every value that was given for each name. */
export type RawParameters = ReadonlyMap<string, readonly string[]>;

/** The parameters of a call as they came. */
export interface RawCall {
  readonly path: RawParameters;
  readonly query: RawParameters;
}

/** Codecs of parameters by name; optional ones accept `undefined`. */
export type Codecs = Readonly<Record<string, t.Mixed>>;

/** The values that codecs make. */
export type Values<C extends Codecs> = { readonly [K in keyof C]: t.TypeOf<C[K]> };

/** A codec that reads text; its name is the expectation that error messages tell. */
export const fromText = <A>(
  expectation: string,
  read: (text: string) => A | undefined,
  keywords: SchemaKeywords = {},
): t.Type<A, string> => {
  const reading = new t.Type<A, string, unknown>(
    expectation,
    (value): value is A => value !== undefined && value !== '',
    (input, context) => {
      const value = typeof input === 'string' ? read(input) : undefined;
      return value === undefined ? t.failure(input, context) : t.success(value);
    },
    String,
  );
  return described(reading, { type: 'string', ...keywords });
};

/** A whole number in decimal digits, from `min` to `max`; its unit, where it has one, is told in the expectation. */
export const wholeNumber = (min: number, max: number, unit = ''): t.Type<number, string> =>
  fromText(
    `a whole number ${unit && `of ${unit} `}from ${String(min)} to ${String(max)}`,
    (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? value : undefined;
    },
    { type: 'integer', minimum: min, maximum: max },
  );

/** Any text, the empty one too. */
export const anyText: t.Type<string, string> = described(
  new t.Type('a text', t.string.is, t.string.validate, t.identity),
  { type: 'string' },
);

/** Any text that isn't empty. */
export const someText = fromText('a text', (text) => (text === '' ? undefined : text), { minLength: 1 });

/** The same codec for a parameter that may be left out. */
export const optional = <A>(codec: t.Type<A, string>): t.Type<A | undefined, string | undefined> => {
  const leaving = new t.Type<A | undefined, string | undefined, unknown>(
    codec.name,
    (value): value is A | undefined => value === undefined || codec.is(value),
    (input, context) => (input === undefined ? t.success(undefined) : codec.validate(input, context)),
    (value) => (value === undefined ? undefined : codec.encode(value)),
  );
  return described(leaving, { ...(codec as SchemaAnnotations).keywords });
};

const quoted = (values: readonly string[]): string =>
  values.length === 0 ? 'nothing' : redactTokens(values.map((value) => JSON.stringify(value)).join(' and '));

const invalid = (name: string, expected: string, values: readonly string[]): Failure =>
  failure('invalid_parameter', `${name}: expected ${expected}, got ${quoted(values)}`);

const decodeOne = (raw: RawParameters, name: string, codec: t.Mixed): E.Either<Failure, unknown> => {
  const values = raw.get(name) ?? [];
  const [value = ''] = values;
  if (values.length > 1) return E.left(invalid(name, 'it once', values));
  if (value.includes('\0')) return E.left(invalid(name, 'no NUL character', values));
  // An empty value counts as absent, unless the codec has a meaning for it.
  const absent = values.length === 0 || (value === '' && !codec.is(''));
  return E.mapLeft(() => invalid(name, codec.name, values))(codec.decode(absent ? undefined : value));
};

/** Decodes every parameter the codecs name; the first that is wrong is the failure. Others are ignored. */
export const decodeParameters = <C extends Codecs>(codecs: C, raw: RawParameters): E.Either<Failure, Values<C>> => {
  const values: Record<string, unknown> = {};
  for (const [name, codec] of Object.entries(codecs)) {
    const decoded = decodeOne(raw, name, codec);
    if (E.isLeft(decoded)) return decoded;
    values[name] = decoded.right;
  }
  return E.right(values as Values<C>);
};

/** Decodes path and query parameters of a call into one input. */
export const decodeCall = <Path extends Codecs, Query extends Codecs>(
  path: Path,
  query: Query,
  raw: RawCall,
): E.Either<Failure, Values<Path> & Values<Query>> => {
  const ofPath = decodeParameters(path, raw.path);
  if (E.isLeft(ofPath)) return ofPath;
  const ofQuery = decodeParameters(query, raw.query);
  return E.isLeft(ofQuery) ? ofQuery : E.right({ ...ofPath.right, ...ofQuery.right });
};
