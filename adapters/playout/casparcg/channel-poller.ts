// Polls the state of one channel: often while a change is expected, rarely otherwise.
import type { Clock } from '../../../application/ports/clock.js';
import type { Connection } from './connection.js';
import type { AmcpReply } from './reply-reader.js';

/** Shortest and longest pause between two requests, in milliseconds. */
const pauseMs = { shortest: 20, longest: 200 };

/** From this many unanswered requests on, the poller sends only one request per {@link slowPollMs} milliseconds. */
const unansweredLimit = 32;
const slowPollMs = 1_000;

/** How long a server may stay silent before its connection is dropped, in milliseconds. Longer than any call waits. */
const silenceLimitMs = 35_000;

/** Receives a channel's replies. */
export interface ChannelListener {
  /** Called for each reply, with the number of its request. */
  readonly onReply: (reply: AmcpReply, request: number) => void;
  /** When the channel's state is expected to change, in milliseconds since 1970 UTC. */
  readonly nextChangeAtMs: () => number;
}

/** Polls one channel over one connection. */
export class ChannelPoller {
  #cancelTimer: () => void = () => undefined;
  #unanswered: number[] = [];
  #requestedAtMs = 0;
  #repliedAtMs = 0;

  constructor(
    private readonly connection: Connection,
    private readonly line: string,
    private readonly clock: Clock,
    private readonly listener: ChannelListener,
  ) {}

  /** Starts polling on a new connection. */
  start(): void {
    this.#unanswered = [];
    this.#repliedAtMs = this.clock.now();
    this.poll();
  }

  stop(): void {
    this.#cancelTimer();
  }

  /** Sends a request now, and schedules the next one. */
  poll(): void {
    this.#cancelTimer();
    const nowMs = this.clock.now();
    if (nowMs - this.#repliedAtMs > silenceLimitMs) {
      this.connection.drop('the server stopped replying');
      return;
    }
    if (this.#unanswered.length < unansweredLimit || nowMs - this.#requestedAtMs >= slowPollMs) this.#request(nowMs);
    const { shortest, longest } = pauseMs;
    const delayMs = Math.min(longest, Math.max(shortest, this.listener.nextChangeAtMs() - nowMs));
    this.#cancelTimer = this.clock.after(delayMs, () => {
      this.poll();
    });
  }

  #request(nowMs: number): void {
    this.#requestedAtMs = nowMs;
    const request = this.connection.request(this.line, (reply) => {
      if (reply !== undefined && request !== undefined) this.#handleReply(reply, request);
    });
    if (request !== undefined) this.#unanswered.push(request);
  }

  /** Replies arrive in the order of their requests, so earlier requests can no longer be answered. */
  #handleReply(reply: AmcpReply, request: number): void {
    this.#repliedAtMs = this.clock.now();
    for (const earlier of this.#unanswered.filter((one) => one < request)) this.connection.forget(earlier);
    this.#unanswered = this.#unanswered.filter((one) => one > request);
    this.listener.onReply(reply, request);
  }
}
