// Changes which station holds a studio, as people at a station do: nobody has to release it first.
import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import type { StudioState } from '../../application/state/studio-state.js';
import { failure, type Failure } from '../../domain/failure.js';
import { releaseStudio, takeStudio } from '../../domain/studio/runtime-state.js';

/** Lets a station hold the studio, by its id or name; null for none. Resolves once that is stored. */
export const holdStudio = async (
  { records, change }: Pick<StudioState, 'records' | 'change'>,
  station: string | null,
): Promise<E.Either<Failure, void>> => {
  const found = station === null ? E.right(null) : records.stations.find(station);
  if (E.isLeft(found)) return E.left(failure('invalid_parameter', `station: ${found.left.message}`));
  const id = found.right?.id;
  const sent = change(id === undefined ? releaseStudio : flow(releaseStudio, E.chain(takeStudio(id))));
  return E.isLeft(sent) ? sent : sent.right.confirmed;
};
