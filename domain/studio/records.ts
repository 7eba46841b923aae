// How the records of a studio are found: in any letters' case, by id before any other name.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../failure.js';

/** Records of one kind, found by what a caller writes. */
export interface Records<A> {
  readonly all: readonly A[];
  readonly find: (reference: string) => E.Either<Failure, A>;
}

const fold = (name: string): string => name.toLowerCase();

/** Indexes records of a kind once. `others` are the names a record answers to beside its id. */
export const recordsOf = <A extends { readonly id: string }>(
  kind: string,
  all: readonly A[],
  others: (record: A) => readonly string[] = () => [],
): Records<A> => {
  const byName = new Map(all.flatMap((record) => others(record).map((name) => [fold(name), record] as const)));
  const byId = new Map(all.map((record) => [fold(record.id), record] as const));
  return {
    all,
    find: (reference) =>
      E.fromNullable(failure('not_found', `there is no ${kind} "${reference}"`))(
        byId.get(fold(reference)) ?? byName.get(fold(reference)),
      ),
  };
};
