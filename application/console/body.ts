// Codecs for request bodies: fields that may be left out.
import * as t from 'io-ts';

/** The same codec for a field that may be left out; `missing` stands in for it. */
export const orElse = <A>(codec: t.Type<A, unknown>, missing: A): t.Type<A> =>
  new t.Type<A>(
    codec.name,
    (value): value is A => codec.is(value),
    (input, context) => (input === undefined ? t.success(missing) : codec.validate(input, context)),
    t.identity,
  );

/** Some fields of a record; those that are left out are not there at all. */
export const partOf = <Props extends t.Props>(
  props: Props,
): t.Type<{ readonly [Name in keyof Props]?: t.TypeOf<Props[Name]> }, unknown> => t.partial(props);
