// Codecs for optional fields of request bodies.
import * as t from 'io-ts';

/** A codec for an optional field; `missing` is its default. */
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

/** Makes a codec's field optional, with a default. */
export const withDefault = <A>(codec: t.Type<A, unknown>, missing: A): WithDefault<A> =>
  new WithDefault(codec, missing);

/** A codec for some fields of a record. Missing fields are absent from the result. */
export const partialBody = <Props extends t.Props>(
  props: Props,
): t.Type<{ readonly [Name in keyof Props]?: t.TypeOf<Props[Name]> }, unknown> => t.partial(props);
