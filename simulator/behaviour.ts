// The behaviour of one kind of device as pure functions: how commands and time change its state, and what it replies.

/** A command with its number. Numbers increase in sending order. */
export interface NumberedCommand<Command> {
  readonly number: number;
  readonly command: Command;
}

/** What a device sends: that it accepted a command, that it refused one and why, or its current state. */
export type DeviceReply =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'state' };

/** The new state, and what the device sends. */
export type BehaviourResult<State> = readonly [State, readonly DeviceReply[]];

/** The behaviour of one device. Times are in milliseconds since 1970 UTC. */
export interface Behaviour<State, Command> {
  readonly initial: State;
  readonly execute: (state: State, command: NumberedCommand<Command>, now: number) => BehaviourResult<State>;
  /** Whether a state shows the effect of a command. */
  readonly reflects: (state: State, command: NumberedCommand<Command>) => boolean;
  /** When the state next changes without a command; null for never. */
  readonly nextChangeAt: (state: State) => number | null;
  /** Applies the changes that are due without a command. */
  readonly elapse: (state: State, now: number) => BehaviourResult<State>;
}

/** The command was executed: the device accepts it, then reports its state. */
export const succeed = <State>(state: State): BehaviourResult<State> => [
  state,
  [{ type: 'accepted' }, { type: 'state' }],
];

/** The command was refused. */
export const reject = <State>(state: State, reason: string): BehaviourResult<State> => [
  state,
  [{ type: 'refused', reason }],
];

/** For devices whose state changes only on commands. */
export const withoutTimers = {
  nextChangeAt: (): null => null,
  elapse: <State>(state: State): BehaviourResult<State> => [state, []],
};
