// What all endpoints of one studio share: finding it, and changing its configuration so that its service hears of it.
import * as E from 'fp-ts/lib/Either.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { revise } from '../../domain/console/revision.js';
import { failure, type Failure } from '../../domain/failure.js';
import { someText } from '../parameters.js';
import type { ConsolePorts, StudioEntry } from './ports.js';

/** The path parameter of a studio's endpoints. */
export const studioParameter = { id: someText };

/** That there is no such studio. */
export const noStudio = (id: string): Failure => failure('not_found', `there is no studio "${id}"`);

/** Finds a studio's entry. */
export const findStudio = async (
  { store }: Pick<ConsolePorts, 'store'>,
  id: string,
): Promise<E.Either<Failure, StudioEntry>> => E.fromNullable(noStudio(id))(await store.studio(id));

/** Changes a studio's configuration: kept first, then told to its service. `change` must be pure. */
export const changeStudio = async (
  { store, announcements }: Pick<ConsolePorts, 'store' | 'announcements'>,
  id: string,
  change: (configuration: AccessConfiguration) => E.Either<Failure, AccessConfiguration>,
): Promise<E.Either<Failure, AccessConfiguration>> => {
  const kept = await store.change(id, ({ configuration, appliedVersion }) =>
    E.map((after: AccessConfiguration) => revise(configuration, after, appliedVersion))(change(configuration)),
  );
  if (kept !== undefined && E.isRight(kept)) announcements.announce(kept.right);
  return kept ?? E.left(noStudio(id));
};
