// The last report that a player applied. At rest, a server sends the same state with every frame.
import type { ClipSelection } from '../../../application/ports/players.js';
import type { ChannelReport } from './channel-watch.js';

/** A layer that knows whether another report of the same state changes nothing. */
interface Resting {
  readonly isAtRest: boolean;
}

/** What a player knows of its last report. */
export class LastReport {
  #report: ChannelReport | undefined;
  #selections: readonly ClipSelection[] = [];

  /** Notes a report and the clips of its time. Returns whether it changes nothing: both are the last ones, and layers rest. */
  isRepeatedBy(report: ChannelReport, selections: readonly ClipSelection[], layers: readonly Resting[]): boolean {
    const isSame = this.#report === report && this.#selections === selections;
    this.#report = report;
    this.#selections = selections;
    return isSame && layers.every(({ isAtRest }) => isAtRest);
  }

  /** The next report counts, whatever it contains. */
  forget(): void {
    this.#report = undefined;
  }
}
