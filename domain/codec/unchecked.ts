// Reads parts of values that aren't validated yet.

/** Returns a field of a record, undefined where there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Whether a value has nothing at a path such as `outputs[0].player`. */
export const isAbsentAt = (value: unknown, path: string): boolean =>
  path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce(fieldOf, value) === undefined;

/** Returns the entries of the list in a field, none where it is no list. */
export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
};

/** Returns the text in a field, undefined where it is no text. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : undefined;
};
