// A simulated signal line, which is on or off.
import { succeed, withoutTimers, type Behaviour } from './behaviour.js';

/** Whether the line is on. */
export interface SignalLineState {
  readonly on: boolean;
}

/** The command of a signal line. */
export interface SignalLineCommand {
  readonly type: 'switch';
  readonly on: boolean;
}

/** A line that is off at first. */
export const signalLine: Behaviour<SignalLineState, SignalLineCommand> = {
  initial: { on: false },
  execute: (_state, { command }) => succeed({ on: command.on }),
  reflects: (state, { command }) => state.on === command.on,
  ...withoutTimers,
};
