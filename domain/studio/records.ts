// Finds records of a studio, ignoring case, by id before other names (PARAMETER-5).
import * as E from 'fp-ts/lib/Either.js';
import { matchable } from '../codec/codec.js';
import type { Failure } from '../failure.js';
import { knownNames, notFound, type RecordKind } from './nearest.js';

/** The records of one kind, with look-up by a caller's reference. */
export interface Records<A> {
  readonly all: readonly A[];
  readonly find: (reference: string) => E.Either<Failure, A>;
}

/** The names of a record besides its id. */
interface OtherNames<A> {
  /** Names by which it is found. */
  readonly others?: (record: A) => readonly string[];
  /** Names by which it isn't found, but that callers may try. */
  readonly descriptive?: (record: A) => readonly string[];
}

const noNames = (): readonly string[] => [];

/** Indexes records of a kind. */
export const recordsOf = <A extends { readonly id: string }>(
  kind: RecordKind,
  all: readonly A[],
  { others = noNames, descriptive = noNames }: OtherNames<A> = {},
): Records<A> => {
  const byName = new Map(all.flatMap((record) => others(record).map((name) => [matchable(name), record] as const)));
  const byId = new Map(all.map((record) => [matchable(record.id), record] as const));
  const names = () => all.flatMap((record) => knownNames(record.id, others(record), descriptive(record)));
  return {
    all,
    find: (reference) => {
      const found = byId.get(matchable(reference)) ?? byName.get(matchable(reference));
      return found === undefined
        ? E.left(notFound(kind, reference, `there is no ${kind} "${reference}"`, names))
        : E.right(found);
    },
  };
};
