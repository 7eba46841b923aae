// The studio's present as the service remembers it: changed at once, and confirmed once it would survive a power cut.
import * as E from 'fp-ts/lib/Either.js';
import { indexLayout, type StudioLayout } from '../domain/studio/layout.js';
import { isSamePresent, type StudioPresent } from '../domain/studio/present.js';
import type { Ended, PresentChange, Sending, StudioState } from './ports.js';
import type { PresentKeeper } from './present-keeper.js';
import { watchers } from './watch.js';

const taken: Promise<Ended> = Promise.resolve(E.right(undefined));

/** Remembers from `first` on. */
export const studioState = (
  layout: StudioLayout,
  first: StudioPresent,
  { keep }: Pick<PresentKeeper, 'keep'>,
): StudioState => {
  let present = first;
  const { watch, tell } = watchers<PresentChange>();

  /** What is so already is kept, or about to be. */
  const become = (changed: StudioPresent): Sending => {
    const before = present;
    if (!isSamePresent(before, changed)) {
      present = changed;
      tell({ before, now: present });
    }
    return E.right({ accepted: taken, confirmed: keep(present) });
  };

  return {
    layout,
    records: indexLayout(layout),
    present: () => present,
    watch,
    change: (decide) => E.chain(become)(decide(present)),
  };
};
