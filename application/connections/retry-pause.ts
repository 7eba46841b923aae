// The pause before a connection is opened again: short for equipment that is away, so that it is connected soon after its
// return, longer and longer for equipment that accepts the connection and then says nothing of its protocol, and long for
// equipment that floods the service.
import { floodPauseMs, type ReceiveBudget } from './receive-budget.js';

/** The first pause and the longest one, in milliseconds. */
const firstMs = 500;
const longestMs = 30_000;

/** How many connections in vain have the first pause: equipment that restarts, or a relay before it, may accept some. */
const patience = 16;

/** The pauses of one connection. */
export class RetryPause {
  #wasted = 0;

  constructor(private readonly budget: Pick<ReceiveBudget, 'isExceeded'>) {}

  /** Notes that the device accepts connections: this one is in vain, unless the device speaks its protocol. */
  accepted(): void {
    this.#wasted += 1;
  }

  /** Notes that the device has said something of its protocol. */
  spoke(): void {
    this.#wasted = 0;
  }

  /** The pause before the next attempt, in milliseconds. */
  get ms(): number {
    if (this.budget.isExceeded) return floodPauseMs;
    return Math.min(longestMs, firstMs * 2 ** Math.max(0, this.#wasted - patience));
  }
}
