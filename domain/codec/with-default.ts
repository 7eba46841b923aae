// A codec for a field that may be missing.
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
