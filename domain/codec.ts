// What io-ts lacks here: codecs that say what they expect, and faults told with their place.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** A codec for values that pass a test; its name is the expectation that error messages tell. */
export const refined = <A>(codec: t.Type<A>, test: (value: A) => boolean, expectation: string): t.Type<A> =>
  new t.Type<A>(
    expectation,
    (value): value is A => codec.is(value) && test(value),
    (input, context) => {
      const decoded = codec.validate(input, context);
      return E.isRight(decoded) && test(decoded.right) ? decoded : t.failure(input, context);
    },
    codec.encode,
  );

/** Text of `min` to `max` characters without control characters. */
export const text = (min: number, max: number): t.Type<string> =>
  refined(
    t.string,
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    (value) => value.length >= min && value.length <= max && !/[\u0000-\u001f\u007f]/.test(value),
    `a text of ${String(min)} to ${String(max)} characters without control characters`,
  );

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number): t.Type<number> =>
  refined(
    t.number,
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `a whole number from ${String(min)} to ${String(max)}`,
  );

/** One of some fixed texts. */
export const oneOf = <A extends string>(...choices: readonly A[]): t.Type<A> => {
  const is = (value: unknown): value is A => choices.some((choice) => choice === value);
  return new t.Type<A>(
    `one of ${choices.join(', ')}`,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    t.identity,
  );
};

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
export interface Fault {
  /** Where, as in `devices[3].name`; empty for the value itself. */
  readonly place: string;
  /** What was expected there. */
  readonly expected: string;
}

const isIndex = (key: string): boolean => /^\d+$/.test(key);

const placeOf = (context: t.Context): string =>
  context
    .slice(1)
    .map(({ key }) => (isIndex(key) ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

const faultOf = ({ context }: t.ValidationError): Fault => ({
  place: placeOf(context),
  expected: context.at(-1)?.type.name ?? 'a value',
});

/** Every fault of a failed decoding. What was sent is left out: it may be a secret. */
export const faultsOf = (errors: t.Errors): readonly Fault[] => errors.map(faultOf);

/** Faults as one line: `devices[3].name: expected a text of 1 to 64 characters`. */
export const describeFaults = (faults: readonly Fault[]): string =>
  faults.map(({ place, expected }) => `${place === '' ? 'the whole' : place}: expected ${expected}`).join('; ');
