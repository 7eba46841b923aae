// How many commands a broker accepts before it has acknowledged the first of them (MQTT 5, section 4.9).

/** What a broker accepts that states no number: more than a studio sends at once. */
const defaultLimit = 1_000;

/** A command that waits to be sent. */
interface WaitingCommand {
  /** Sends the command. `done` is called when the broker has acknowledged it. */
  readonly start: (done: () => void) => void;
  /** Whether the command still has to be sent: a later one may have replaced it. */
  readonly isWanted: () => boolean;
}

/** Lets commands wait until the broker can receive them. They wait within one connection, and end with it. */
export class FlowControl {
  #waiting: readonly WaitingCommand[] = [];
  #inFlight = 0;

  constructor(private readonly limit = defaultLimit) {}

  /** Whether the broker still has commands to acknowledge. */
  get isWaiting(): boolean {
    return this.#inFlight > 0;
  }

  send(command: WaitingCommand): void {
    this.#waiting = [...this.#waiting.filter(({ isWanted }) => isWanted()), command];
    this.#next();
  }

  #next(): void {
    const [first, ...others] = this.#waiting;
    if (first === undefined || this.#inFlight >= this.limit) return;
    this.#waiting = others;
    if (first.isWanted()) this.#start(first);
    else this.#next();
  }

  #start({ start }: WaitingCommand): void {
    this.#inFlight += 1;
    start(() => {
      this.#inFlight -= 1;
      this.#next();
    });
  }
}
