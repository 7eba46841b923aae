// Which macros and automations have other steps in a new layout.
import { isEqual } from '../../domain/codec/equality.js';
import { recordChanges } from '../../domain/studio/layout-difference.js';
import type { Step } from '../../domain/studio/step.js';

interface WithSteps {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly parameters?: unknown;
}

/** Returns the ids of the records that were removed, or whose steps are others. */
export const changedSteps = <A extends WithSteps>(before: readonly A[], now: readonly A[]): readonly string[] => {
  const { changed, removed } = recordChanges(
    before,
    now,
    (one, other) => isEqual(one.steps, other.steps) && isEqual(one.parameters, other.parameters),
  );
  return [...changed, ...removed];
};
