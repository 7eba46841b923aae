// Looking into a value that nobody has checked: whatever isn't there as expected is nothing.

/** The field of a record. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** The entries of a list in a field. */
export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
};

/** The text in a field. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : undefined;
};
