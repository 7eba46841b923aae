// How much one connection may receive: in one turn of the event loop, and over time. Equipment that floods the service loses
// its connection, or its datagrams are ignored, and one alarm reports it.
import { steadyMs, type Clock } from '../ports/clock.js';

/** What a connection may receive for as long as it likes, per second, and how many seconds of it at once. */
export interface ReceiveLimits {
  readonly messagesPerS: number;
  readonly bytesPerS: number;
  readonly burstS: number;
}

/** The limits of a stream: several times what the largest device of a studio sends. */
export const streamLimits: ReceiveLimits = { messagesPerS: 2_000, bytesPerS: 8_388_608, burstS: 10 };

/** The limits of datagrams. Some equipment reports every frame of its picture. */
export const datagramLimits: ReceiveLimits = { messagesPerS: 5_000, bytesPerS: 12_582_912, burstS: 1 };

/** How long the connection of equipment that floods the service stays closed, in milliseconds. */
export const floodPauseMs = 30_000;

/** How long equipment has to send no flood before the alarm about it is cleared, in milliseconds. */
const calmMs = 60_000;

export interface ReceiveBudgetDeps {
  readonly clock: Clock;
  /** Called with a sentence when a flood begins, and with null when it is over. */
  readonly flooded?: (message: string | null) => void;
}

/** The budget of one connection. It lasts longer than each socket: a flood doesn't begin anew with the next one. */
export class ReceiveBudget {
  #messages: number;
  #bytes: number;
  #atMs: number;
  #isFlooding = false;
  #total = 0;
  #cancelCalm: () => void = () => undefined;

  constructor(
    private readonly deps: ReceiveBudgetDeps,
    private readonly limits: ReceiveLimits = streamLimits,
  ) {
    this.#messages = limits.messagesPerS * limits.burstS;
    this.#bytes = limits.bytesPerS * limits.burstS;
    this.#atMs = steadyMs(deps.clock);
  }

  /** Whether the alarm about a flood is open. */
  get isFlooding(): boolean {
    return this.#isFlooding;
  }

  /** Whether more was received than the limits permit. */
  get isExceeded(): boolean {
    return this.#messages < 0 || this.#bytes < 0;
  }

  /** The messages that were received, without end. */
  get messages(): number {
    return this.#total;
  }

  /** What is wrong with equipment that floods the service, as a clause whose subject is the equipment. */
  get reason(): string {
    const { messagesPerS, bytesPerS } = this.limits;
    const isCount = this.#messages < 0;
    const limit = isCount ? `${String(messagesPerS)} messages` : `${String(bytesPerS / 1_048_576)} MiB`;
    return `it sends more than ${limit} a second for longer than ${String(this.limits.burstS)} s`;
  }

  /** Notes a message. Returns whether it is within the limits. */
  takeMessage(bytes = 0): boolean {
    this.#refill();
    this.#total += 1;
    this.#messages -= 1;
    this.#bytes -= bytes;
    if (!this.isExceeded) return true;
    this.#flood();
    // What is ignored costs nothing: the budget doesn't fall below what the next millisecond refills.
    this.#messages = Math.max(this.#messages, -1);
    this.#bytes = Math.max(this.#bytes, -1);
    return false;
  }

  /** Ends the budget of a connection that is closed for good. */
  close(): void {
    this.#cancelCalm();
    if (this.#isFlooding) this.deps.flooded?.(null);
    this.#isFlooding = false;
  }

  #refill(): void {
    const { messagesPerS, bytesPerS, burstS } = this.limits;
    const nowMs = steadyMs(this.deps.clock);
    const passedS = Math.max(0, nowMs - this.#atMs) / 1_000;
    this.#atMs = nowMs;
    this.#messages = Math.min(messagesPerS * burstS, this.#messages + passedS * messagesPerS);
    this.#bytes = Math.min(bytesPerS * burstS, this.#bytes + passedS * bytesPerS);
  }

  #flood(): void {
    this.#cancelCalm();
    if (!this.#isFlooding) this.deps.flooded?.(this.reason);
    this.#isFlooding = true;
    this.#cancelCalm = this.deps.clock.after(calmMs, () => {
      this.close();
    });
  }
}
