// How a device of one kind behaves, as pure functions: what a command or time makes of its state, and what it says to that.

/** A command with the number under which it was sent; numbers rise in the order of sending. */
export interface DeviceCommand<Command> {
  readonly number: number;
  readonly command: Command;
}

/** What a device says: that it has taken a command, that it refuses it and why, or how its state now is. */
export type DeviceReply =
  { readonly type: 'accepted' } | { readonly type: 'refused'; readonly reason: string } | { readonly type: 'state' };

/** The state afterwards, and what the device says. */
export type BehaviourResult<State> = readonly [State, readonly DeviceReply[]];

/** The behaviour of one device. Times are milliseconds since 1970 UTC. */
export interface Behaviour<State, Command> {
  readonly first: State;
  readonly obey: (state: State, order: DeviceCommand<Command>, now: number) => BehaviourResult<State>;
  /** Whether a state shows what was ordered. */
  readonly shows: (state: State, order: DeviceCommand<Command>) => boolean;
  /** When the state next changes without a command; null for never. */
  readonly dueAt: (state: State) => number | null;
  /** What time alone makes of the state. */
  readonly elapse: (state: State, now: number) => BehaviourResult<State>;
}

/** A command was carried out: the device says so, then tells its state. */
export const succeed = <State>(state: State): BehaviourResult<State> => [
  state,
  [{ type: 'accepted' }, { type: 'state' }],
];

/** A command wasn't carried out. */
export const reject = <State>(state: State, reason: string): BehaviourResult<State> => [
  state,
  [{ type: 'refused', reason }],
];

/** For devices that time alone doesn't change. */
export const timeless = {
  dueAt: (): null => null,
  elapse: <State>(state: State): BehaviourResult<State> => [state, []],
};
