// One client of a simulated CasparCG server: lines in, answers out in the order of the lines.
import type { Socket } from 'node:net';
import type { Clock } from '../../application/ports/clock.js';

/** The longest line that is taken, characters. */
const longestLine = 65_536;

interface Due {
  readonly text: string;
  readonly atMs: number;
}

/** A connection to a client. */
export class AmcpSession {
  #rest = '';
  #due: Due[] = [];
  readonly #callOffs = new Set<() => void>();

  constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
    readonly arrived: (session: AmcpSession, line: string) => void,
  ) {
    socket.setEncoding('utf8');
    socket.setNoDelay(true);
    socket.on('data', (chunk: string) => {
      this.#read(chunk);
    });
    // A client that goes away does no harm.
    socket.on('error', () => undefined);
  }

  /** Says something `delayMs` from now, and never before what it has to say already. */
  say(text: string, delayMs: number): void {
    const atMs = Math.max(this.clock.now() + delayMs, this.#due.at(-1)?.atMs ?? 0);
    this.#due.push({ text, atMs });
    if (atMs <= this.clock.now()) this.#sayUntil(atMs);
    else this.#sayAt(atMs);
  }

  end(): void {
    for (const callOff of this.#callOffs) callOff();
    this.socket.destroy();
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\r\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.arrived(this, line);
    if (this.#rest.length > longestLine) this.end();
  }

  #sayAt(atMs: number): void {
    const callOff = this.clock.after(atMs - this.clock.now(), () => {
      this.#callOffs.delete(callOff);
      // A timer may go off a moment early.
      this.#sayUntil(atMs);
    });
    this.#callOffs.add(callOff);
  }

  #sayUntil(untilMs: number): void {
    const due = this.#due.filter(({ atMs }) => atMs <= untilMs);
    this.#due = this.#due.filter(({ atMs }) => atMs > untilMs);
    for (const { text } of due) this.socket.write(text);
  }
}
