// What makes the drivers of one run.
import type { Driver } from './driver.js';
import type { Playout } from './playout.js';

/** Makes a driver for each scenario. */
export interface DriverFactory {
  readonly open: (playout: Playout) => Promise<Driver>;
  /** Releases what the scenarios have shared. */
  readonly close: () => Promise<void>;
}
