// What a driver knows of its simulated device: the last reported state, and the commands that no report has confirmed.
import type { Behaviour } from './behaviour.js';
import type { UnconfirmedCommand } from './unconfirmed-command.js';

/** The driver's side of one device. */
export class DriverState<State, Command> {
  #reported: State;
  #revision = 0;
  /** Each unconfirmed command with the state revision that it produced; null until the device has executed it. */
  readonly #unconfirmed = new Map<UnconfirmedCommand<Command>, number | null>();

  constructor(private readonly behaviour: Behaviour<State, Command>) {
    this.#reported = behaviour.initial;
  }

  /** The last state that the device reported. */
  get reported(): State {
    return this.#reported;
  }

  add(command: UnconfirmedCommand<Command>): void {
    this.#unconfirmed.set(command, null);
  }

  /** Records that reports from this revision on include the effect of a command. */
  executed(command: UnconfirmedCommand<Command>, revision: number): void {
    if (this.#unconfirmed.has(command)) this.#unconfirmed.set(command, revision);
  }

  /** Applies a report and settles the commands that it covers. Ignores a report older than the last one. */
  applyReport(revision: number, state: State): void {
    if (revision < this.#revision) return;
    this.#revision = revision;
    this.#reported = state;
    for (const [command, since] of [...this.#unconfirmed])
      if (since !== null && since <= revision) this.#settle(command);
  }

  fail(command: UnconfirmedCommand<Command>, message: string): void {
    this.#unconfirmed.delete(command);
    command.fail(message);
  }

  /** Fails every unconfirmed command, and returns these commands. */
  failAll(message: string): readonly UnconfirmedCommand<Command>[] {
    const commands = [...this.#unconfirmed.keys()];
    for (const command of commands) this.fail(command, message);
    return commands;
  }

  #settle(command: UnconfirmedCommand<Command>): void {
    this.#unconfirmed.delete(command);
    if (this.behaviour.reflects(this.#reported, command)) command.confirm();
    else command.supersede();
  }
}
