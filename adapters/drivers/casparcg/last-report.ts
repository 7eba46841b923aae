// The last report that a player applied. At rest, a server sends the same state with every frame.
import type { ChannelReport } from './channel-watch.js';

/** A layer that knows whether another report of the same state changes nothing. */
interface Resting {
  readonly isAtRest: boolean;
}

/** What a player knows of its last report. */
export class LastReport {
  #report: ChannelReport | undefined;

  /** Notes a report. Returns whether it changes nothing: it is the last one, and all layers are at rest. */
  isRepeatedBy(report: ChannelReport, layers: readonly Resting[]): boolean {
    const isSame = this.#report === report;
    this.#report = report;
    return isSame && layers.every(({ isAtRest }) => isAtRest);
  }

  /** Makes the next report count, also if it is the last one: clips or graphics have been redefined. */
  forget(): void {
    this.#report = undefined;
  }
}
