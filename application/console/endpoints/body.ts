// Codecs for request bodies: fields that may be left out.
import * as t from 'io-ts';

/** A codec for a field that may be left out; `missing` stands in for it. */
export class WithDefault<A> extends t.Type<A> {
  readonly _tag = 'OrElseType';

  constructor(
    readonly type: t.Type<A, unknown>,
    readonly missing: A,
  ) {
    super(
      type.name,
      (value): value is A => type.is(value),
      (input, context) =>
        input === undefined
          ? t.success(missing)
          : type.validate(input, context.with(-1, { ...context.at(-1), type } as t.ContextEntry)),
      t.identity,
    );
  }
}

/** The same codec for a field that may be left out. */
export const withDefault = <A>(codec: t.Type<A, unknown>, missing: A): WithDefault<A> =>
  new WithDefault(codec, missing);

/** Some fields of a record; those that are left out are not there at all. */
export const partialBody = <Props extends t.Props>(
  props: Props,
): t.Type<{ readonly [Name in keyof Props]?: t.TypeOf<Props[Name]> }, unknown> => t.partial(props);
