// Equality of values that JSON can express.

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether two JSON values are equal, ignoring the order of fields. */
export const isEqual = (one: unknown, other: unknown): boolean => {
  if (!isObject(one) || !isObject(other)) return one === other;
  const fields = Object.entries(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    fields.length === Object.keys(other).length &&
    fields.every(([key, value]) => Object.hasOwn(other, key) && isEqual(value, other[key as keyof object]))
  );
};
