// Asks a channel for its state, over and over: closely while something is awaited, now and then otherwise.
import type { Clock } from '../../../application/ports/clock.js';
import type { Connection } from './connection.js';
import type { AmcpReply } from './reply-reader.js';

/** Pauses between two questions, milliseconds. */
const pauseMs = { shortest: 20, longest: 200 };

/** How many questions may be open before they are asked only once a while, and how long that while is, milliseconds. */
const openLimit = 32;
const patienceMs = 1_000;

/** How long a server may be silent before its connection counts as dead: longer than any call waits. */
const silenceMs = 35_000;

/** Whoever wants to know. */
export interface ChannelListener {
  /** A reply, with the number of its request. */
  readonly heard: (reply: AmcpReply, asked: number) => void;
  /** When it is worth looking closely, milliseconds since 1970 UTC. */
  readonly dueAtMs: () => number;
}

/** Watches one channel over one connection. */
export class ChannelPoller {
  #callOff: () => void = () => undefined;
  #open: number[] = [];
  #askedAtMs = 0;
  #heardAtMs = 0;

  constructor(
    private readonly connection: Connection,
    private readonly question: string,
    private readonly clock: Clock,
    private readonly watcher: ChannelListener,
  ) {}

  /** Begins with a new connection. */
  start(): void {
    this.#open = [];
    this.#heardAtMs = this.clock.now();
    this.look();
  }

  stop(): void {
    this.#callOff();
  }

  /** Looks now, and goes on from there. */
  look(): void {
    this.#callOff();
    const nowMs = this.clock.now();
    if (nowMs - this.#heardAtMs > silenceMs) {
      this.connection.drop('it is silent');
      return;
    }
    if (this.#open.length < openLimit || nowMs - this.#askedAtMs >= patienceMs) this.#ask(nowMs);
    const { shortest, longest } = pauseMs;
    const delayMs = Math.min(longest, Math.max(shortest, this.watcher.dueAtMs() - nowMs));
    this.#callOff = this.clock.after(delayMs, () => {
      this.look();
    });
  }

  #ask(nowMs: number): void {
    this.#askedAtMs = nowMs;
    const asked = this.connection.request(this.question, (reply) => {
      if (reply !== undefined && asked !== undefined) this.#heard(reply, asked);
    });
    if (asked !== undefined) this.#open.push(asked);
  }

  /** Replies come in the order of the questions: those before it won't be answered any more. */
  #heard(reply: AmcpReply, asked: number): void {
    this.#heardAtMs = this.clock.now();
    for (const number of this.#open.filter((open) => open < asked)) this.connection.forget(number);
    this.#open = this.#open.filter((open) => open > asked);
    this.watcher.heard(reply, asked);
  }
}
