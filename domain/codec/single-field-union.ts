// A union of records that differ in their only required field, such as the steps of a macro.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** The optional fields that some of the records may have besides, by the name of the required field. */
type Companions<Fields extends t.Props> = { readonly [Name in keyof Fields]?: t.Props };

type Required<Props> = Props extends t.Props ? { readonly [Name in keyof Props]: t.TypeOf<Props[Name]> } : unknown;

type Optional<Props> = Props extends t.Props ? { readonly [Name in keyof Props]?: t.TypeOf<Props[Name]> } : unknown;

/** A record with exactly one of several fields, what it requires besides, and perhaps its companions. */
export type SingleField<
  Fields extends t.Props,
  Others extends Companions<Fields> = object,
  Needs extends Companions<Fields> = object,
> = {
  [Name in keyof Fields]: { readonly [Own in Name]: t.TypeOf<Fields[Own]> } & Optional<
    Name extends keyof Others ? Others[Name] : undefined
  > &
    Required<Name extends keyof Needs ? Needs[Name] : undefined>;
}[keyof Fields];

const isIn = (input: object) => (name: string) => name in input;

const kindOf = (name: string, codec: t.Mixed, companions: t.Props | undefined, needs: t.Props | undefined): t.Mixed => {
  const required = t.type({ [name]: codec, ...needs });
  return companions === undefined ? required : t.intersection([required, t.partial(companions)]);
};

/**
 * A codec for records with exactly one of these fields. Issues name only the field that is present. `companions` are
 * optional fields that a record with a field may have besides, `needs` those that it has to have.
 */
export const singleFieldUnion = <
  Fields extends t.Props,
  const Others extends Companions<Fields> = object,
  const Needs extends Companions<Fields> = object,
>(
  fields: Fields,
  companions?: Others,
  needs?: Needs,
): t.Type<SingleField<Fields, Others, Needs>> => {
  const names = Object.keys(fields);
  const kinds = Object.entries(fields).map(([name, codec]) => kindOf(name, codec, companions?.[name], needs?.[name]));
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

/** One function for each kind of a union's records, by the name of their required field. */
export type RecordCases<Union, Name extends PropertyKey, A> = {
  readonly [Own in Name]: (record: Extract<Union, Readonly<Record<Own, unknown>>>) => A;
};

/** Calls the function for a record's kind. */
export const foldRecord =
  <Union extends object, Name extends string, A>(cases: RecordCases<Union, Name, A>) =>
  (record: Union): A => {
    const name = Object.keys(cases).find(isIn(record)) as Name;
    return (cases[name] as (one: Union) => A)(record);
  };
