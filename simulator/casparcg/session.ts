// One client connection of a simulated CasparCG server. Replies are sent in the order of the received lines.
import type { Socket } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';

/** Maximum length of a line, in characters. A longer one ends the connection. */
const maxLineLength = 65_536;

interface ScheduledText {
  readonly text: string;
  readonly atMs: number;
}

/** A connection to a client. */
export class AmcpSession {
  #rest = '';
  #scheduled: ScheduledText[] = [];
  readonly #timers = new Set<() => void>();
  /** Ends each subscription to OSC, by port. */
  readonly #subscriptions = new Map<number, () => void>();

  constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
    readonly onLine: (session: AmcpSession, line: string) => void,
  ) {
    socket.setEncoding('utf8');
    socket.setNoDelay(true);
    socket.on('data', (chunk: string) => {
      this.#read(chunk);
    });
    // A client may disconnect at any time.
    socket.on('error', () => undefined);
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  /** Replaces the subscription to OSC on a port. */
  setSubscription(port: number, end: (() => void) | undefined): void {
    this.#subscriptions.get(port)?.();
    this.#subscriptions.delete(port);
    if (end !== undefined) this.#subscriptions.set(port, end);
  }

  /** Ends every subscription to OSC. */
  unsubscribe(): void {
    for (const end of this.#subscriptions.values()) end();
    this.#subscriptions.clear();
  }

  /** Sends a text after `delayMs` milliseconds, and after every text that is scheduled already. */
  send(text: string, delayMs: number): void {
    const atMs = Math.max(this.clock.now() + delayMs, this.#scheduled.at(-1)?.atMs ?? 0);
    this.#scheduled.push({ text, atMs });
    if (atMs <= this.clock.now()) this.#writeUntil(atMs);
    else this.#writeAt(atMs);
  }

  end(): void {
    for (const cancel of this.#timers) cancel();
    this.socket.destroy();
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\r\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.onLine(this, line);
    if (this.#rest.length > maxLineLength) this.end();
  }

  #writeAt(atMs: number): void {
    const cancel = this.clock.after(atMs - this.clock.now(), () => {
      this.#timers.delete(cancel);
      // A timer may fire up to a millisecond early, so this doesn't compare with the current time.
      this.#writeUntil(atMs);
    });
    this.#timers.add(cancel);
  }

  #writeUntil(untilMs: number): void {
    const due = this.#scheduled.filter(({ atMs }) => atMs <= untilMs);
    this.#scheduled = this.#scheduled.filter(({ atMs }) => atMs > untilMs);
    for (const { text } of due) this.socket.write(text);
  }
}
