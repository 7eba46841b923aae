// Values with nothing in them but what their codec names.
import type * as t from 'io-ts';

/** What io-ts tells of a codec's make; a codec of one's own has no tag and is taken whole. */
interface Make {
  readonly _tag?: string;
  readonly type?: t.Mixed;
  readonly props?: Readonly<Record<string, t.Mixed>>;
}

const fieldsOf = (props: Readonly<Record<string, t.Mixed>>, value: Readonly<Record<string, unknown>>) =>
  Object.entries(props).flatMap(([name, codec]) =>
    Object.hasOwn(value, name) ? [[name, stripUnknownKeys(codec, value[name])]] : [],
  );

/** A decoded value without the fields that its codec doesn't name, at any depth of records and lists. */
export const stripUnknownKeys = (codec: t.Mixed, value: unknown): unknown => {
  const { type, props } = codec as Make;
  if (props) return Object.fromEntries(fieldsOf(props, value as Readonly<Record<string, unknown>>));
  if (type && Array.isArray(value)) return value.map((entry) => stripUnknownKeys(type, entry));
  return type ? stripUnknownKeys(type, value) : value;
};
