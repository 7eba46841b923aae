// The studio's present as the service remembers it.
import * as E from 'fp-ts/lib/Either.js';
import { indexLayout, type StudioLayout } from '../domain/studio/layout.js';
import { firstPresent } from '../domain/studio/present.js';
import type { Ended, Sent, StudioState } from './ports.js';

const atOnce: Promise<Ended> = Promise.resolve(E.right(undefined));
const remembered: Sent = { accepted: atOnce, confirmed: atOnce };

/** Remembers in memory, beginning as the layout has it. */
export const studioState = (layout: StudioLayout): StudioState => {
  let present = firstPresent(layout);
  return {
    layout,
    records: indexLayout(layout),
    present: () => present,
    change: (decide) =>
      E.map((changed: typeof present) => {
        present = changed;
        return remembered;
      })(decide(present)),
  };
};
