// A record to begin with: its ids are free.
import { t } from '@lingui/core/macro';
import { emptyValue, isFields, textOf, type Fields, type FormSchema } from './schema.js';

/** Returns an id that no record of a list has. */
export const freeId = (one: string, list: readonly unknown[]): string => {
  const taken = new Set(
    list.flatMap((record) => ['id', 'key', 'slot', 'identifier'].map((field) => textOf(record, field))),
  );
  const ids = Array.from({ length: taken.size + 1 }, (_, at) => `${one}-${String(at + 1)}`);
  return ids.find((id) => !taken.has(id)) ?? one;
};

/** Returns the number after the highest one in a list. */
export const freeNumber = (list: readonly unknown[]): number => {
  const numbers = list.map((record) => (isFields(record) ? Number(record['number']) : 0)).filter(Number.isFinite);
  return Math.max(0, ...numbers) + 1;
};

/** Returns a record of a kind, with an id such as `output-1` and a name that says what it is. */
export const newRecord = (schema: FormSchema, one: string, list: readonly unknown[], noun = one): unknown => {
  const start = emptyValue(schema);
  if (!isFields(start)) return start;
  const id = freeId(one, list);
  const filled: Fields = {
    number: freeNumber(list),
    id,
    key: id,
    slot: id,
    identifier: id,
    name: t`New ${noun}`,
  };
  return Object.fromEntries(
    Object.entries(start).map(([name, value]) => [
      name,
      Object.hasOwn(filled, name) && (value === '' || name === 'number') ? filled[name] : value,
    ]),
  );
};
