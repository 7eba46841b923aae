// The layout in force and its records. It can be replaced while the service runs, and parts of the service follow it.
import { indexLayout, type StudioLayout, type StudioRecords } from '../../domain/studio/layout.js';
import { changeNotifier, type Watch } from '../ports/watch.js';

/** A layout that was replaced, and the one that is in force now. */
export interface LayoutChange {
  readonly before: StudioLayout;
  readonly now: StudioLayout;
}

/** The layout in force. Its parts are read whenever they are needed, and never kept. */
export interface LayoutInForce {
  readonly layout: StudioLayout;
  readonly records: StudioRecords;
  /**
   * Reports every replacement, in the order of subscription. A part subscribes when it is built, after the parts that it
   * uses: so they follow the layout before it does.
   */
  readonly watchLayout: Watch<LayoutChange>;
}

/** Holds the layout in force. */
export interface CurrentLayout extends LayoutInForce {
  /** Puts another layout in force, at once. */
  readonly replace: (layout: StudioLayout) => void;
}

/** Returns a holder of a layout. */
export const currentLayout = (initial: StudioLayout): CurrentLayout => {
  const { watch, notify } = changeNotifier<LayoutChange>();
  let layout = initial;
  let records = indexLayout(initial);
  return {
    get layout() {
      return layout;
    },
    get records() {
      return records;
    },
    watchLayout: watch,
    replace: (now) => {
      const before = layout;
      layout = now;
      records = indexLayout(now);
      notify({ before, now });
    },
  };
};
