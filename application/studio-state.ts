// The studio's present as the service remembers it.
import * as E from 'fp-ts/lib/Either.js';
import { indexLayout, type StudioLayout } from '../domain/studio/layout.js';
import { firstPresent } from '../domain/studio/present.js';
import { atOnce, type StudioState } from './ports.js';

/** Remembers in memory, beginning as the layout has it. */
export const studioState = (layout: StudioLayout): StudioState => {
  let present = firstPresent(layout);
  return {
    layout,
    records: indexLayout(layout),
    present: () => present,
    change: (decide) =>
      E.chain((changed: typeof present) => {
        present = changed;
        return atOnce;
      })(decide(present)),
  };
};
