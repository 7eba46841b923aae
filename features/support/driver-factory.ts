// What makes the drivers of one run.
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Driver } from './driver.js';
import type { Playout } from './playout.js';

/** Makes a driver for each scenario. */
export interface DriverFactory {
  readonly open: (playout: Playout, layout: StudioLayout) => Promise<Driver>;
  /** Releases what the scenarios have shared. */
  readonly close: () => Promise<void>;
}
