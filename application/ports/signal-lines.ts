// The port of the signal lines.
import type { SignalCommand } from '../../domain/studio/command.js';
import type { Watch } from './watch.js';
import type { Refusal, SendResult } from './commands.js';

/** The lines that switch signals and report their values. */
export interface SignalLines {
  readonly send: (command: SignalCommand) => SendResult;
  /** Absent if it refuses none. */
  readonly refusal?: Refusal<SignalCommand> | undefined;
  /** Returns the value that the line reported last; null before the first report. */
  readonly value: (signal: string) => boolean | null;
  readonly connected: (signal: string) => boolean;
  /** Whether a driver controls the line. One without is never connected, which is no fault. */
  readonly hasDriver: (signal: string) => boolean;
  /** Reports the id of a signal whose value or connection may have changed. */
  readonly watch: Watch;
}
