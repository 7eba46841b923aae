// The near end of a device's wire: what the device has told, and which commands that confirms.
import type { Behaviour } from './behaviour.js';
import type { PendingPromises } from './pending-promises.js';

/** What is known of a device without seeing it. */
export class ServiceEndpoint<State, Command> {
  #reported: State;
  #revision = 0;
  /** Commands that nothing conclusive was heard of, with the revision they led to; null until they are executed. */
  readonly #open = new Map<PendingPromises<Command>, number | null>();

  constructor(private readonly behaviour: Behaviour<State, Command>) {
    this.#reported = behaviour.first;
  }

  /** The state that the device last told. */
  get reported(): State {
    return this.#reported;
  }

  await(order: PendingPromises<Command>): void {
    this.#open.set(order, null);
  }

  /** From this revision on, the device's reports include what this command made of it. */
  executed(order: PendingPromises<Command>, revision: number): void {
    if (this.#open.has(order)) this.#open.set(order, revision);
  }

  /** Hears a report. One that a newer report has overtaken tells nothing any more. */
  hear(revision: number, state: State): void {
    if (revision < this.#revision) return;
    this.#revision = revision;
    this.#reported = state;
    for (const [order, since] of [...this.#open]) if (since !== null && since <= revision) this.#judge(order);
  }

  fail(order: PendingPromises<Command>, message: string): void {
    this.#open.delete(order);
    order.fail(message);
  }

  /** Fails every open command, and tells which they were. */
  failAll(message: string): readonly PendingPromises<Command>[] {
    const orders = [...this.#open.keys()];
    for (const order of orders) this.fail(order, message);
    return orders;
  }

  #judge(order: PendingPromises<Command>): void {
    this.#open.delete(order);
    if (this.behaviour.shows(this.#reported, order)) order.confirm();
    else order.supersede();
  }
}
