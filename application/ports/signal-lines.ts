// The port of the signal lines.
import type { Watch } from './watch.js';
import type { SendResult } from './commands.js';

/** The lines that switch signals and report their values. */
export interface SignalLines {
  readonly switch: (signal: string, on: boolean) => SendResult;
  /** Returns the value that the line reported last. */
  readonly value: (signal: string) => boolean;
  /** Reports the id of a signal whose value may have changed. */
  readonly watch: Watch;
}
