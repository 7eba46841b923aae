// What differs between two layouts, record by record.
import { isEqual } from '../codec/equality.js';

interface Identified {
  readonly id: string;
}

/** The ids of records, by what became of them. */
export interface RecordChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Compares the records of one kind by id. `isSame` decides whether a record is unchanged; by default if it is equal. */
export const recordChanges = <A extends Identified>(
  before: readonly A[],
  now: readonly A[],
  isSame: (before: A, now: A) => boolean = isEqual,
): RecordChanges => {
  const [earlier, later] = [before, now].map((all) => new Map(all.map((record) => [record.id, record] as const)));
  const isChanged = (record: A): boolean => {
    const previous = earlier?.get(record.id);
    return previous !== undefined && !isSame(previous, record);
  };
  return {
    added: now.filter(({ id }) => !earlier?.has(id)).map(({ id }) => id),
    changed: now.filter(isChanged).map(({ id }) => id),
    removed: before.filter(({ id }) => !later?.has(id)).map(({ id }) => id),
  };
};
