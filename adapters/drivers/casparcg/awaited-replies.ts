// How long a connection has waited for a reply. A server may never reply to a single request, such as a seek that its file
// doesn't support. Therefore a reply to any request ends the wait for those that were sent before it.

/** The replies that are awaited on one connection. Times are in milliseconds. */
export class AwaitedReplies {
  #lastSent = 0;
  #lastReplied = 0;
  #sinceMs: number | undefined;

  /** Returns how long no reply has arrived although one is awaited; 0 if none is awaited. */
  waitedMs(nowMs: number): number {
    return this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs;
  }

  /** Notes that a request was sent. Numbers increase. */
  noteSent(request: number, nowMs: number): void {
    this.#lastSent = request;
    this.#sinceMs ??= nowMs;
  }

  /** Notes the reply to a request. */
  noteReply(request: number, nowMs: number): void {
    this.#lastReplied = Math.max(this.#lastReplied, request);
    this.#sinceMs = this.#lastReplied < this.#lastSent ? nowMs : undefined;
  }

  /** Forgets every request. Called when the connection is lost. */
  clear(): void {
    this.#lastReplied = this.#lastSent;
    this.#sinceMs = undefined;
  }
}
