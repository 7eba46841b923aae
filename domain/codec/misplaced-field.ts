// Finds a field that is in the wrong record, as after a wrong indentation.
import type { Issue } from './issues.js';

/** Splits a path into that of the record, and the name of the field in it. */
const split = (path: string): readonly [record: string, field: string] => {
  const dot = path.lastIndexOf('.');
  return [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
};

const isWithin = (inner: string, outer: string): boolean => outer === '' || inner.startsWith(outer);

/** Whether an unknown field is missing in a record around or within its own. */
const belongsTo = (unknown: string, missing: string): boolean => {
  const [record, field] = split(unknown);
  const [home, missingField] = split(missing);
  return field === missingField && (isWithin(record, home) || isWithin(home, record));
};

/**
 * Returns the first field that one record has and another one lacks, as one issue in place of both. Other issues may follow
 * from it, because its neighbours are misplaced with it. `unknown` are fields of the value, `missing` are paths.
 */
export const misplacedField = (unknown: readonly Issue[], missing: readonly string[]): Issue | undefined => {
  for (const { path } of unknown) {
    const home = missing.find((one) => belongsTo(path, one));
    if (home === undefined) continue;
    const [record] = split(home);
    const where = record === '' ? 'at the top level' : `in ${record}`;
    return { path, expected: `this field ${where}, so with another indentation` };
  }
  return undefined;
};
