// A record with known fields and any others, which another part of the program checks.
import * as t from 'io-ts';

/** A record of which only some fields are known. */
export type OpenRecord<Fields extends t.Props> = { readonly [Name in keyof Fields]: t.TypeOf<Fields[Name]> } & Readonly<
  Record<string, unknown>
>;

/** A codec for a record with these fields and any others. */
export const openRecord = <Fields extends t.Props>(fields: Fields, name: string): t.Type<OpenRecord<Fields>> =>
  t.intersection([t.type(fields), t.UnknownRecord], name);
