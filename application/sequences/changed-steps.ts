// Which macros and automations have other steps in a new layout.
import { isEqual } from '../../domain/codec/equality.js';
import { recordChanges, type RecordChanges } from '../../domain/studio/layout-difference.js';
import type { Step } from '../../domain/studio/step.js';

interface WithSteps {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly parameters?: unknown;
}

/** Returns the ids of the records that were removed, and of those whose steps are others. */
export const changedSteps = <A extends WithSteps>(
  before: readonly A[],
  now: readonly A[],
): Pick<RecordChanges, 'changed' | 'removed'> =>
  recordChanges(
    before,
    now,
    (one, other) => isEqual(one.steps, other.steps) && isEqual(one.parameters, other.parameters),
  );
