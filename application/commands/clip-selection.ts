// Finds the clip that a call or a step names.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Failure } from '../../domain/failure.js';
import { findClip } from '../../domain/studio/clip.js';
import type { ClipSelection } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';

/** A clip by its number or key, and the key of its bank. */
export interface ClipReference {
  readonly clip: string;
  /** Default: the active bank. */
  readonly bank?: string | undefined;
}

/** Finds a clip in the bank that is named, or in the active one (PLAY-8). */
export const findSelection = (
  studio: StudioState,
  { clip, bank = studio.runtime().activeBank }: ClipReference,
): E.Either<Failure, ClipSelection> =>
  pipe(
    studio.records.banks.find(bank),
    E.chain((found) =>
      pipe(
        findClip(found, clip),
        E.map((selected) => ({ bank: found.key, clip: selected })),
      ),
    ),
  );
