// Reads every scenario of the features, one for each row of an outline.
import type { Pickle } from '@cucumber/messages';
import { readFeatures } from '../../report/source.js';

/** A scenario and its location. */
export interface Scenario {
  readonly pickle: Pickle;
  /** As `features/area/file.feature:12`. */
  readonly place: string;
}

/** Returns all scenarios. */
export const readScenarios = (): readonly Scenario[] =>
  readFeatures().flatMap(({ file, pickles }) =>
    pickles.map((pickle) => ({ pickle, place: `${file}:${String(pickle.location?.line)}` })),
  );
