// Reads a channel's state by INFO while no OSC arrives. INFO while a file is loaded can crash a server, and fills its log,
// so it is sent seldom.
import type { Clock } from '../../../application/ports/clock.js';
import type { Connection } from './connection.js';
import type { AmcpReply } from './reply-reader.js';

/** When a command's effect is read, counted from the command, in milliseconds. A picture takes 100 to 200 ms. */
const afterCommandMs = [250, 1_600] as const;

/** Pause between two readings without a command, in milliseconds. */
export const restMs = 30_000;

/** Reads one channel over one connection. */
export class InfoFallback {
  #isOn = false;
  #cancelRest: () => void = () => undefined;
  readonly #expected = new Set<() => void>();

  constructor(
    private readonly connection: Connection,
    private readonly line: string,
    private readonly clock: Clock,
    private readonly onReply: (reply: AmcpReply) => void,
  ) {}

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Starts reading, with a request at once. */
  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#rest();
  }

  stop(): void {
    this.#isOn = false;
    this.#cancelRest();
    for (const cancel of this.#expected) cancel();
    this.#expected.clear();
  }

  /** Reads the effect of a command that is sent now, as long as `isPending` holds. */
  expect(isPending: () => boolean): void {
    if (!this.#isOn) return;
    for (const delayMs of afterCommandMs) {
      const cancel = this.clock.after(delayMs, () => {
        this.#expected.delete(cancel);
        if (isPending()) this.#request();
      });
      this.#expected.add(cancel);
    }
  }

  #rest(): void {
    this.#request();
    this.#cancelRest = this.clock.after(restMs, () => {
      this.#rest();
    });
  }

  #request(): void {
    this.connection.request(this.line, (reply) => {
      if (reply !== undefined) this.onReply(reply);
    });
  }
}
