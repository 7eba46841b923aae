// Finds records of a studio, ignoring case, by id before other names (PARAMETER-5).
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../failure.js';

/** The records of one kind, with look-up by a caller's reference. */
export interface Records<A> {
  readonly all: readonly A[];
  readonly find: (reference: string) => E.Either<Failure, A>;
}

const fold = (name: string): string => name.toLowerCase();

/** Indexes records of a kind. `others` returns the names of a record besides its id. */
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
