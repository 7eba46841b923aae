// A union of records that differ in their only field, such as the steps of a macro.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** A record with exactly one of several fields. */
export type SingleField<Fields extends t.Props> = {
  [Name in keyof Fields]: { readonly [Own in Name]: t.TypeOf<Fields[Own]> };
}[keyof Fields];

const isIn = (input: object) => (name: string) => name in input;

/** A codec for records with exactly one of these fields. Issues name only the field that is present. */
export const singleFieldUnion = <Fields extends t.Props>(fields: Fields): t.Type<SingleField<Fields>> => {
  const names = Object.keys(fields);
  const kinds = Object.entries(fields).map(([name, codec]) => t.type({ [name]: codec }));
  const union = t.union(kinds as unknown as [t.Mixed, t.Mixed]);
  const expectation = `an object with one of the fields ${names.join(', ')}`;
  const validate: t.Validate<unknown, unknown> = (input, context) => {
    const [name, ...others] = typeof input === 'object' && input !== null ? names.filter(isIn(input)) : [];
    const at = names.indexOf(name ?? '');
    const kind = kinds[at];
    if (kind === undefined || others.length > 0) return t.failure(input, context, expectation);
    return kind.validate(input, t.appendContext(context, String(at), kind, input));
  };
  const is = (value: unknown): boolean => E.isRight(validate(value, []));
  return Object.assign(union, { name: expectation, is, validate });
};
