// The port of the lines that switch and sense signals.
import type { Watch } from './watch.js';
import type { SendResult } from './commands.js';

/** The lines that switch and sense signals. */
export interface SignalLines {
  readonly switch: (signal: string, on: boolean) => SendResult;
  /** The value last told by the line. */
  readonly value: (signal: string) => boolean;
  /** Tells the id of a signal whose value may have changed. */
  readonly watch: Watch;
}
