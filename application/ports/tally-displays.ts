// The port of the displays that show tallies.
import type { TallyDestination } from '../../domain/studio/tally-destination.js';
import type { Tally } from '../../domain/studio/tally.js';
import type { Clock } from './clock.js';
import type { Log } from './log.js';

/** What a display shows. */
export interface ShownDisplay {
  readonly index: number;
  readonly tally: Tally;
  readonly label: string;
}

/** A link to one destination. It connects by itself, and again whenever it is lost. */
export interface TallyLink {
  /**
   * Sends what the displays show, in place of what is not sent yet. Never blocks: what can't be sent at once is sent when that
   * is possible, or replaced by then. Has no effect while nothing is connected.
   */
  readonly send: (displays: readonly ShownDisplay[]) => void;
  readonly close: () => void;
}

/** How a destination is reached. */
export type TallyAddress = Pick<
  TallyDestination,
  'id' | 'host' | 'port' | 'transport' | 'version' | 'screen' | 'brightness'
>;

export interface TallyLinkDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Is called when the link can send, and when it no longer can. Over UDP nothing shows whether anyone receives. */
  readonly connected: (isConnected: boolean) => void;
}

/** Opens a link. */
export type OpenTallyLink = (address: TallyAddress, deps: TallyLinkDeps) => TallyLink;
