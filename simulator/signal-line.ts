// A signal line: it is on or off, and switches when told.
import { succeed, timeless, type Behaviour } from './behaviour.js';

/** Whether the line is on. */
export interface SignalLineState {
  readonly on: boolean;
}

/** What a line obeys. */
export interface SignalLineCommand {
  readonly type: 'switch';
  readonly on: boolean;
}

/** A line that is off at first. */
export const signalLine: Behaviour<SignalLineState, SignalLineCommand> = {
  first: { on: false },
  obey: (_state, { command }) => succeed({ on: command.on }),
  shows: (state, { command }) => state.on === command.on,
  ...timeless,
};
