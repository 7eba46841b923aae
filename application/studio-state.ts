// The studio's present as the service remembers it.
import * as E from 'fp-ts/lib/Either.js';
import { indexLayout, type StudioLayout } from '../domain/studio/layout.js';
import { firstPresent } from '../domain/studio/present.js';
import { atOnce, type PresentChange, type StudioState } from './ports.js';
import { watchers } from './watch.js';

/** Remembers in memory, beginning as the layout has it. */
export const studioState = (layout: StudioLayout): StudioState => {
  let present = firstPresent(layout);
  const { watch, tell } = watchers<PresentChange>();
  return {
    layout,
    records: indexLayout(layout),
    present: () => present,
    watch,
    change: (decide) =>
      E.chain((changed: typeof present) => {
        const before = present;
        present = changed;
        tell({ before, now: present });
        return atOnce;
      })(decide(present)),
  };
};
