// The actual state of one simulated device, and the timer of its next change without a command.
import type { Clock } from '../application/ports/clock.js';
import type { Behaviour } from './behaviour.js';

/** The state of a device, whether the service knows it or not. */
export class ActualState<State> {
  #current: State;
  #revision = 0;
  #cancelTimer: () => void = () => undefined;

  /** `onDue` is called when the state changes without a command. */
  constructor(
    private readonly behaviour: Pick<Behaviour<State, never>, 'initial' | 'nextChangeAt'>,
    private readonly clock: Clock,
    private readonly onDue: () => void,
  ) {
    this.#current = behaviour.initial;
  }

  get current(): State {
    return this.#current;
  }

  /** Counts the changes. A report covers every change up to its revision. */
  get revision(): number {
    return this.#revision;
  }

  set(state: State): void {
    this.#current = state;
    this.#revision += 1;
    this.#cancelTimer();
    const changeAtMs = this.behaviour.nextChangeAt(state);
    if (changeAtMs !== null)
      this.#cancelTimer = this.clock.after(Math.max(1, changeAtMs - this.clock.now()), this.onDue);
  }

  /** Cancels the timer. */
  stop(): void {
    this.#cancelTimer();
  }
}
