// A union of two codecs in which the value itself shows which one applies: issues are those of that codec alone.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** How the structure of a codec shows which of its members applies to a value. */
export interface Choosing {
  /** Returns the codec for a value. */
  readonly choose: (input: unknown) => t.Mixed;
}

/** A codec for either of two kinds of values: `other` for those of which `isOther` holds, `usual` for all others. */
export const choiceOf = <A, B>(
  usual: t.Type<A, unknown>,
  other: t.Type<B, unknown>,
  isOther: (input: unknown) => boolean,
): t.Type<A | B> => {
  const validate: t.Validate<unknown, A | B> = (input, context) =>
    isOther(input)
      ? other.validate(input, t.appendContext(context, '1', other, input))
      : usual.validate(input, t.appendContext(context, '0', usual, input));
  const is = (value: unknown): value is A | B => E.isRight(validate(value, []));
  const annotations: Choosing = { choose: (input) => (isOther(input) ? other : usual) };
  return Object.assign(t.union([usual, other]) as unknown as t.Type<A | B>, { is, validate, ...annotations });
};
